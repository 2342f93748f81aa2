//! Server-sent events: splits the text of a stream into events, however it arrives.

/// One event of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) id: Option<String>,
    pub(crate) data: String,
}

/// Collects the bytes of a stream and splits them into events.
#[derive(Default)]
pub(crate) struct Decoder {
    text: Vec<u8>,
    /// Start of the first line that has not been read.
    at: usize,
    event: Event,
    retry: Option<u32>,
}

impl Decoder {
    /// Adds bytes that have arrived.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.text.drain(..std::mem::take(&mut self.at));
        self.text.extend_from_slice(bytes);
    }

    /// Number of bytes that do not belong to a complete event yet.
    pub(crate) fn pending(&self) -> usize {
        self.text.len() - self.at + self.event.data.len()
    }

    /// When the server wants the client to come back, once the stream has ended, in milliseconds.
    pub(crate) fn retry(&self) -> Option<u32> {
        self.retry
    }

    /// The next complete event. Comments are skipped.
    pub(crate) fn next(&mut self) -> Option<Event> {
        while let Some(length) = self.text[self.at..].iter().position(|byte| *byte == b'\n') {
            let line = String::from_utf8_lossy(&self.text[self.at..self.at + length]).into_owned();
            self.at += length + 1;
            if let Some(event) = self.line(line.trim_end_matches('\r')) {
                return Some(event);
            }
        }
        None
    }

    /// Reads a line; an empty one ends the event.
    fn line(&mut self, line: &str) -> Option<Event> {
        if line.is_empty() {
            return Some(std::mem::take(&mut self.event)).filter(|event| *event != Event::default());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => self.event.name = value.to_owned(),
            "id" => self.event.id = Some(value.to_owned()),
            "data" if self.event.data.is_empty() => self.event.data = value.to_owned(),
            "data" => self.event.data = format!("{}\n{value}", self.event.data),
            "retry" => self.retry = value.parse().ok().or(self.retry),
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "event: view\nid: 7\ndata: {}\n\n: a comment\n\nevent: heartbeat\r\ndata: 7\r\n\r\n\
                          event: chat\nid: 7.1\ndata: é\ndata:b\nretry: 5\n\nevent: half";

    #[test]
    fn a_time_to_come_back_is_no_event_and_nonsense_is_ignored() {
        let mut decoder = Decoder::default();
        decoder.add(b"retry: 740\n\nretry: soon\n\nretry: -1\n\n");
        assert_eq!((decoder.next(), decoder.retry()), (None, Some(740)));
    }

    fn event(name: &str, id: Option<&str>, data: &str) -> Event {
        Event { name: name.into(), id: id.map(str::to_owned), data: data.into() }
    }

    #[test]
    fn events_are_read_however_the_stream_is_split() {
        let wanted =
            [event("view", Some("7"), "{}"), event("heartbeat", None, "7"), event("chat", Some("7.1"), "é\nb")];
        for size in [1, 2, 3, 7, 1000] {
            let (mut decoder, mut read) = (Decoder::default(), Vec::new());
            for bytes in STREAM.as_bytes().chunks(size) {
                decoder.add(bytes);
                read.extend(std::iter::from_fn(|| decoder.next()));
            }
            assert_eq!(read, wanted, "in pieces of {size}");
            assert_eq!(decoder.retry(), Some(5));
            assert!(decoder.pending() > 0, "half an event waits for its end");
        }
    }
}
