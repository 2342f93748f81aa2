//! The browser's arithmetic of fair dice is that of the other programs: chains, throws, transcripts, receipts. The modules run
//! in Node as they are.

use std::process::Command;

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");

/// Matches with an undone throw, a new device, a computer that stands in, a contribution that was not revealed, and hidden
/// counters, each with the heads of its transcript.
const MATCHES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/dice-3.jsonl");

const PRELUDE: &str = r#"
    import { readFileSync } from "node:fs";
    import { deepStrictEqual as same, ok } from "node:assert";
    import { pathToFileURL } from "node:url";
    const [assets, file] = process.argv.slice(1);
    const load = (name) => import(pathToFileURL(`${assets}/${name}`));
    const cases = () => readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
"#;

/// The modules in a folder that says they are modules, which older versions of Node need.
fn modules() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("package.json"), r#"{"type":"module"}"#).unwrap();
    for file in std::fs::read_dir(ASSETS).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|kind| kind == "js") {
            std::fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
        }
    }
    folder
}

/// Runs this in Node after the prelude.
fn run(script: &str, file: &str) {
    let modules = modules();
    let mut node = Command::new("node");
    let script = format!("{PRELUDE}{script}");
    let run = node.args(["--input-type=module", "-e", &script]).arg(modules.path()).arg(file).output();
    let run = run.expect("node, which scripts/install-test-tools installs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// The anchor was computed with the crate `boxtop-chain`.
#[test]
fn the_page_makes_the_chain_of_a_secret() {
    run(
        r#"
        const { LENGTH, back, chainOf, hex, linkOf, unhex } = await load("fair.js");
        const secret = new Uint8Array(32).fill(7);
        const links = chainOf(secret);
        same(linkOf(links, 0), "c112fbb85b3298cd9ecd9fc5e919fa1c8e8606ce7aa980443f50ea9c8706a21a");
        same(hex(back(unhex(linkOf(links, 70)), 69)), linkOf(links, 1));
        same([linkOf(links, LENGTH), linkOf(links, LENGTH + 9)], [hex(secret), hex(secret)]);
        "#,
        "",
    );
}

#[test]
fn the_page_finds_every_throw_and_head_right() {
    run(
        r#"
        const { prove } = await load("proof.js");
        const { heads } = await load("transcript.js");
        for (const { what, record, heads: wanted } of cases()) {
            const proof = prove(record);
            const wrong = proof.hindrance ?? [...proof.throws, ...proof.steps].find((one) => !one.right);
            ok(proof.right && proof.throws.length === record.throws.length, `${what}: ${JSON.stringify(wrong)}`);
            same(heads(record), wanted, what);
        }
        "#,
        MATCHES,
    );
}

#[test]
fn the_page_finds_every_forgery() {
    run(
        r#"
        const { prove } = await load("proof.js");
        const { heads } = await load("transcript.js");
        const forged = (record, change) => { const copy = structuredClone(record); change(copy); return copy; };
        for (const { what, record, heads: wanted } of cases()) {
            const thrown = record.steps.findLastIndex((step) => step.link !== undefined && step.chance !== undefined);
            const committed = record.steps.findIndex((step) => step.commit !== undefined);
            const revealed = record.steps.findIndex((step) => step.reveal !== undefined);
            const acted = record.steps.findIndex((step) => step.action !== undefined);
            const other = "77".repeat(32);
            const dice = {
                "another seed": (it) => { it.seed = other; },
                "another commitment": (it) => { it.commitment = other; },
                "another match": (it) => { it.id = "other"; },
                "another link": (it) => { it.steps[thrown].link = other; },
                "no link": (it) => { delete it.steps[thrown].link; delete it.steps[thrown].by; },
                "another link of the server": (it) => { it.steps[thrown].server = other; },
                "another anchor": (it) => { it.steps[committed].anchor = other; },
                "another link revealed": (it) => { it.steps[revealed].link = other; },
                "a throw left out": (it) => { it.steps.splice(thrown, 1); },
                "another number": (it) => { it.throws.at(-1).number++; },
            };
            for (const [how, change] of Object.entries(dice)) ok(!prove(forged(record, change)).right, `${what}: ${how}`);
            const moved = forged(record, (it) => { it.steps[acted].action += "!"; });
            ok(heads(moved).at(-1) !== wanted.at(-1), `${what}: another move`);
            const named = forged(record, (it) => { it.steps.forEach((step) => { if (step.name) step.name = "other"; }); });
            same(heads(named), wanted, "names may be changed");
        }
        "#,
        MATCHES,
    );
}

#[test]
fn the_page_checks_signatures_heads_and_anchors() {
    run(
        r#"
        const { compared } = await load("transcript.js");
        const { receipt, public: key } = JSON.parse(readFileSync(file, "utf8"));
        const keys = [{ id: receipt.key, public: key, created: 0 }];
        const record = { id: receipt.match, steps: [{ commit: "red", anchor: "aa" }], seats: [] };
        const signed = async (change, keys) => (await compared(record, { match: record.id, receipts: [{ ...receipt, ...change }], anchors: {} }, keys)).receipts[0].signed;
        same(await signed({}, keys), "valid");
        same(await signed({ steps: 8 }, keys), "invalid");
        same(await signed({ head: receipt.opening }, keys), "invalid");
        same(await signed({}, []), "no key");
        const borrowed = "0".repeat(16);
        same(await signed({ key: borrowed }, [{ ...keys[0], id: borrowed }]), "invalid", "the id is not that of the key");
        const anchors = { red: "aa", blue: ["bb"] };
        const { receipts: [{ fault }], anchors: found, right } = await compared(record, { match: record.id, receipts: [receipt], anchors }, keys);
        ok(fault.includes("not the one that was signed") && !right);
        same(found.map((one) => one.right), [true, false]);
        "#,
        concat!(env!("CARGO_MANIFEST_DIR"), "/../client/tests/receipt_vector.json"),
    );
}

/// Finished matches are dropped first; a running one stays.
#[test]
fn the_page_keeps_the_secrets_of_running_matches() {
    run(
        r#"
        const { bounded } = await load("chains.js");
        const chains = Array.from({ length: 10 }, (_, at) => ({ table: String(at), seat: "red", secret: "", anchor: "", over: at % 2 === 0 }));
        same(bounded(chains, 8).map((one) => one.table), ["1", "3", "4", "5", "6", "7", "8", "9"]);
        same(bounded(chains, 0).map((one) => one.table), ["1", "3", "5", "7", "9"]);
        same(bounded(chains, 12), chains);
        "#,
        "",
    );
}
