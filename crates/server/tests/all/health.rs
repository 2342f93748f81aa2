//! Health checks: alive, and ready for requests.

use super::*;
use boxtop_server::{Hosts, Limits, Rate, Site, SiteSettings};
use store::Sqlite;

#[tokio::test]
async fn a_server_that_was_asked_to_stop_is_alive_but_not_ready() {
    let site = Site::new(Arc::new(Memory::new()));
    let mut probe = Person::at(&boxtop_server::app(site.clone()));
    for path in ["/livez", "/readyz", "/healthz"] {
        let answer = probe.get_json(path).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, "ok\n"), "{path}");
    }
    site.close();
    assert_eq!(probe.get_json("/livez").await.status, StatusCode::OK);
    for path in ["/readyz", "/healthz"] {
        let answer = probe.get_json(path).await;
        check_details(&answer, StatusCode::SERVICE_UNAVAILABLE, "unavailable");
        assert_eq!(answer.json()["detail"], "The server is shutting down.", "{path}");
    }
}

#[tokio::test]
async fn with_a_lost_store_the_server_is_alive_but_not_ready() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("matches.sqlite");
    let mut probe = Person::at(&site_on(Arc::new(Sqlite::open(&file).await.expect("a store"))));
    std::fs::remove_file(&file).expect("deleted");
    let answer = probe.get_json("/readyz").await;
    check_details(&answer, StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    assert_eq!(answer.json()["detail"], "The store does not work: its file is gone or was replaced.");
    assert!(!answer.text.contains("matches.sqlite"), "no path: {}", answer.text);
    assert_eq!(probe.get_json("/livez").await.status, StatusCode::OK);
}

#[tokio::test]
async fn checks_accept_any_host_and_have_no_rate_limit() {
    let mut limits = Limits { at_home: 1.0, ..Limits::default() };
    limits.reading.address = Rate { per_second: 0.001, burst: 1.0 };
    let settings = SiteSettings { limits, ..SiteSettings::default() };
    let named = Hosts::named(&["play.example.org".into()]).expect("a name");
    let site = Site::new(Arc::new(Memory::new())).with_settings(settings).with_hosts(named);
    let mut probe = Person::at(&boxtop_server::app(site));
    assert_eq!(probe.get_json("/lobby").await.status, StatusCode::MISDIRECTED_REQUEST);
    for _ in 0..5 {
        for path in ["/livez", "/readyz", "/healthz"] {
            assert_eq!(probe.get_json(path).await.status, StatusCode::OK, "{path}");
        }
    }
}
