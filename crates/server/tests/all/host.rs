//! Texts for visitors and crawlers: `robots.txt`, `security.txt`, privacy and terms.

use super::*;
use boxtop_server::{BasePath, HostTexts, SecurityContact, Site, SiteSettings};
use std::time::UNIX_EPOCH;

fn at(settings: SiteSettings) -> Person {
    Person::at(&boxtop_server::app(Site::new(Arc::new(Memory::new())).with_settings(settings)))
}

fn with(texts: HostTexts) -> Person {
    at(SiteSettings { texts, ..SiteSettings::default() })
}

#[tokio::test]
async fn crawlers_may_read_games_and_rules_but_no_tables_and_nothing_of_people() {
    let answer = at(SiteSettings::default()).get("/robots.txt").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers[header::CONTENT_TYPE], "text/plain; charset=utf-8");
    let forbidden: Vec<&str> = answer.text.lines().filter_map(|line| line.strip_prefix("Disallow: ")).collect();
    let refused = |path: &str| forbidden.iter().any(|rule| path.starts_with(rule.trim_end_matches('$')));
    for path in
        ["/tables/abc", "/api/v1/tables", "/me", "/me/export", "/lobby", "/login", "/link/x", "/reset/x", "/analysis/x"]
    {
        assert!(refused(path), "{path}");
    }
    for path in ["/", "/games/conflict", "/rules/conflict", "/how-to-play/conflict", "/privacy", "/assets/x/y.css"] {
        assert!(!refused(path), "{path}");
    }
    let base_path = BasePath::parse("/boxtop").unwrap();
    let below = at(SiteSettings { base_path, ..SiteSettings::default() }).get("/robots.txt").await.text;
    assert!(below.contains("Disallow: /boxtop/tables\n") && !below.contains("Disallow: /tables"), "{below}");
}

#[tokio::test]
async fn security_txt_is_there_if_the_host_gave_a_contact() {
    const PATH: &str = "/.well-known/security.txt";
    assert_eq!(at(SiteSettings::default()).get(PATH).await.status, StatusCode::NOT_FOUND);
    let contact = SecurityContact::parse("https://example.org/report").unwrap();
    let text = &*Box::leak(contact.security_txt(UNIX_EPOCH).into_boxed_str());
    let answer = with(HostTexts { security_txt: Some(text), ..HostTexts::default() }).get(PATH).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers[header::CONTENT_TYPE], "text/plain; charset=utf-8");
    assert_eq!(answer.text, "Contact: https://example.org/report\nExpires: 1970-12-31T00:00:00Z\n");
}

#[tokio::test]
async fn the_privacy_page_has_our_text_and_the_hosts_without_raw_html() {
    let ours = at(SiteSettings::default()).get("/privacy").await.text;
    assert!(ours.contains("<code>boxtop_guest</code>") && ours.contains("href=\"/me\""), "{ours}");
    assert!(!ours.contains("From the host"));
    let privacy = "# Logs\n\nWe keep *logs* for a week. <script>alert(1)</script><b>x</b>\n\n<iframe src=\"x\"></iframe>\n\n\
                   ![a picture](https://elsewhere.example/x.png) [bad](javascript:alert(1)) [mail](mailto:a@b.example) \
                   [lobby](/lobby) [odd](//elsewhere.example)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
    let base_path = BasePath::parse("/boxtop").unwrap();
    let texts = HostTexts { privacy: Some(privacy), ..HostTexts::default() };
    let page = at(SiteSettings { texts, base_path, ..SiteSettings::default() }).get("/boxtop/privacy").await.text;
    for part in [
        "<h2 id=\"host\">From the host of this server</h2>",
        "<h3>Logs</h3>",
        "<em>logs</em>",
        "href=\"mailto:a@b.example\"",
        "href=\"/boxtop/lobby\"",
        "<div class=\"wide\" tabindex=\"0\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for part in ["alert(1)</script>", "<b>", "<iframe", "javascript:", "elsewhere.example"] {
        assert!(!page.contains(part), "{part}: {page}");
    }
    assert_eq!(page.matches("<h1").count(), 1, "one heading of the page");
}

#[tokio::test]
async fn every_page_links_privacy_and_terms_only_if_there_are_any() {
    let mut plain = at(SiteSettings::default());
    assert_eq!(plain.get("/terms").await.status, StatusCode::NOT_FOUND);
    let mut strict = with(HostTexts { terms: Some("Be *kind*.\n\n## Names\n\nUse yours."), ..HostTexts::default() });
    let terms = strict.get("/terms").await.text;
    assert!(terms.contains("<h1>Terms</h1>") && terms.contains("<em>kind</em>") && terms.contains("<h3>Names</h3>"));
    for path in ["/", "/games/conflict", "/rules/conflict", "/me", "/lobby", "/check", "/privacy", "/no/such/page"] {
        let (without, with) = (plain.get(path).await.text, strict.get(path).await.text);
        assert!(without.contains("href=\"/privacy\"") && with.contains("href=\"/privacy\""), "{path}");
        assert!(!without.contains("href=\"/terms\"") && with.contains("href=\"/terms\""), "{path}");
    }
}
