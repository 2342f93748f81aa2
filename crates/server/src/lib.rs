//! The web application and its API.
