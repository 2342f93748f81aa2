//! A scene drawn as SVG, PNG and terminal cells.
