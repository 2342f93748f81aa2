//! A strict reader of the text format of Prometheus: anything unexpected is a panic.

use std::collections::{BTreeMap, BTreeSet};

/// A family of samples.
pub(super) struct Family {
    pub(super) name: String,
    kind: String,
    samples: Vec<Sample>,
}

struct Sample {
    name: String,
    labels: BTreeMap<String, String>,
    value: f64,
}

impl Family {
    /// The names that queries can use.
    pub(super) fn sample_names(&self) -> Vec<String> {
        match self.kind.as_str() {
            "histogram" => ["_bucket", "_sum", "_count"].map(|end| format!("{}{end}", self.name)).to_vec(),
            _ => vec![self.name.clone()],
        }
    }
}

/// Everything that `/metrics` says.
pub(super) struct Exposition {
    pub(super) families: Vec<Family>,
}

impl Exposition {
    pub(super) fn parse(text: &str) -> Self {
        assert!(text.ends_with('\n'), "the last line has an end");
        let mut families: Vec<Family> = Vec::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let (name, help) = line.strip_prefix("# HELP ").and_then(|rest| rest.split_once(' ')).expect(line);
            assert!(help.ends_with('.') && is_name(name) && name.starts_with("boxtop_"), "{line}");
            let kind = lines.next().and_then(|line| line.strip_prefix(&format!("# TYPE {name} "))).expect("a type");
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{kind}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{name}");
            let mut samples = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with('#')) {
                samples.push(Sample::parse(line));
            }
            assert!(families.iter().all(|family| family.name != name), "{name} comes twice");
            families.push(Family { name: name.to_owned(), kind: kind.to_owned(), samples });
        }
        families.iter().for_each(check);
        Exposition { families }
    }

    /// The sample with exactly these labels.
    pub(super) fn value(&self, name: &str, labels: &[(&str, &str)]) -> f64 {
        let labels: BTreeMap<String, String> =
            labels.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let mut samples = self.families.iter().flat_map(|family| &family.samples);
        let found = samples.find(|sample| sample.name == name && sample.labels == labels);
        found.unwrap_or_else(|| panic!("no {name} with {labels:?}")).value
    }
}

impl Sample {
    fn parse(line: &str) -> Self {
        let (series, value) = line.rsplit_once(' ').expect(line);
        let value: f64 = value.parse().expect(line);
        assert!(value.is_finite() && value >= 0.0, "{line}");
        let (name, labels) = match series.split_once('{') {
            Some((name, labels)) => (name, labels.strip_suffix('}').expect(line)),
            None => (series, ""),
        };
        assert!(is_name(name), "{line}");
        Sample { name: name.to_owned(), labels: parse_labels(labels), value }
    }
}

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

fn parse_labels(mut text: &str) -> BTreeMap<String, String> {
    let mut labels = BTreeMap::new();
    while !text.is_empty() {
        let (name, rest) = text.split_once("=\"").expect(text);
        // The values of our labels need no escapes.
        let (value, rest) = rest.split_once('"').expect(text);
        assert!(is_name(name) && !value.contains('\\') && !value.is_empty(), "{text}");
        assert!(labels.insert(name.to_owned(), value.to_owned()).is_none(), "{name} comes twice");
        text = match rest.strip_prefix(',') {
            Some(more) => more,
            None => {
                assert_eq!(rest, "");
                rest
            }
        };
    }
    labels
}

fn check(family: &Family) {
    let mut seen = BTreeSet::new();
    for sample in &family.samples {
        assert!(family.sample_names().contains(&sample.name), "{} in {}", sample.name, family.name);
        assert!(seen.insert((&sample.name, &sample.labels)), "{} {:?} comes twice", sample.name, sample.labels);
    }
    if family.kind == "histogram" {
        check_histogram(family);
    }
}

/// Buckets ascend to `+Inf`, which is the count.
fn check_histogram(family: &Family) {
    let mut series: BTreeMap<BTreeMap<String, String>, Vec<(f64, f64)>> = BTreeMap::new();
    for sample in family.samples.iter().filter(|sample| sample.name.ends_with("_bucket")) {
        let mut labels = sample.labels.clone();
        let bound = labels.remove("le").expect("a bound").replace("+Inf", "inf").parse().expect("a number");
        series.entry(labels).or_default().push((bound, sample.value));
    }
    assert!(!series.is_empty(), "{} is empty", family.name);
    for (labels, buckets) in series {
        assert!(
            buckets.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1),
            "{} {labels:?}",
            family.name
        );
        let count =
            family.samples.iter().find(|one| one.name.ends_with("_count") && one.labels == labels).expect("a count");
        assert!(family.samples.iter().any(|one| one.name.ends_with("_sum") && one.labels == labels));
        assert_eq!(buckets.last(), Some(&(f64::INFINITY, count.value)), "{} {labels:?}", family.name);
    }
}
