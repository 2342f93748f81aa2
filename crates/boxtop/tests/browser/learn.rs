//! Lessons in the browser.

use crate::person::Person;
use crate::{access, stage};
use kernel::lesson::ScriptStep;
use table::LessonRun;

/// What a learner points at for the next task: nothing for a throw, otherwise the steps of its gesture with the kind of
/// piece, or the label of a button.
struct Pointing {
    throws: bool,
    action: String,
    steps: Vec<String>,
    kind: Option<&'static str>,
}

/// The tasks of a step, from the lesson itself.
fn tasks(slug: &str, step: usize) -> Vec<Pointing> {
    let game = catalog::game(slug).expect("a game");
    let mut run = LessonRun::at(game, step).expect("a step").expect("a lesson that can be played");
    let mut tasks = Vec::new();
    while let Some(task) = run.task() {
        tasks.push(match task {
            ScriptStep::Throw(_) => Pointing { throws: true, action: String::new(), steps: Vec::new(), kind: None },
            ScriptStep::Act { action, .. } => {
                let moves = run.table().game_match().legal_moves(run.seat().expect("a seat"));
                let legal = moves.into_iter().find(|legal| legal.action == *action).expect("a legal move");
                let gesture = legal.gesture;
                Pointing { throws: false, action: action.clone(), steps: gesture.steps, kind: gesture.kind }
            }
        });
        run.advance().expect("a task");
    }
    tasks
}

fn steps(slug: &str) -> usize {
    catalog::game(slug).and_then(|game| game.lesson()).expect("a lesson").steps.len()
}

/// Waits until the page shows this task of this step.
async fn reach(anna: &Person, step: usize, task: usize) {
    let shown = format!(
        "(({{ step, task }}) => step === '{step}' && task === '{task}')(document.querySelector('#lesson').dataset)"
    );
    anna.until(&format!("step {step} and its task {task} are shown"), &shown).await;
}

/// The selector of a space or a tray, or of a kind of piece in a tray.
fn place(id: &str, kind: Option<&str>) -> String {
    let figure = kind.map_or(String::new(), |kind| format!(" [data-kind=\"{kind}\"]"));
    format!("[data-tray=\"{id}\"]{figure}, #board .space[data-space=\"{id}\"]")
}

/// Does a task with the mouse.
async fn click(anna: &Person, task: &Pointing) {
    if task.throws {
        return anna.click("#throw").await;
    }
    if task.steps.is_empty() {
        return anna.click(&format!("#choices [data-action=\"{}\"]", task.action)).await;
    }
    for (at, id) in task.steps.iter().enumerate() {
        // Marks and animations do not matter to the mouse; a piece that can move alone is picked already.
        let picked: bool = anna
            .look(&format!(
                "document.querySelector({})?.getAttribute('aria-pressed') === 'true'",
                serde_json::json!(place(id, None))
            ))
            .await;
        let several = anna.sees("#chooser").await;
        if at > 0 || !picked || task.kind.is_some() {
            assert!(!several, "nothing is asked before the gesture is complete");
            anna.click(&place(id, task.kind.filter(|_| at == 0))).await;
        }
    }
    if anna.sees("#chooser").await {
        anna.click(&format!("#chooser [data-action=\"{}\"]", task.action)).await;
    }
    if anna.sees("#sure").await {
        anna.click("#sure-yes").await;
    }
}

/// Every game's lesson, from the first step to the card at the end.
#[test]
fn every_lesson_is_played_to_its_end_with_the_mouse() {
    stage::play("learn", async |stage| {
        let anna = stage.person("anna").await;
        anna.prefer(&[("prefers-reduced-motion", "reduce")]).await;
        for game in catalog::games() {
            let slug = game.info().slug;
            anna.size(1366, 768).await;
            anna.go(&format!("/learn/{slug}")).await;
            for step in 0..steps(slug) {
                let tasks = tasks(slug, step);
                for (at, task) in tasks.iter().enumerate() {
                    reach(&anna, step, at).await;
                    click(&anna, task).await;
                }
                reach(&anna, step, tasks.len()).await;
                assert!(anna.text("#right").await.starts_with("Right!"), "{slug} {step}");
                if step == 2 {
                    anna.picture(&format!("learn-{slug}"), false).await;
                }
                anna.click("#next").await;
            }
            assert!(anna.sees("#closing").await && anna.sees("#play-now").await, "{slug}");
            anna.picture(&format!("learn-{slug}-end"), false).await;
        }
    });
}

/// Only keys: the focus is always where the next thing is done, and spaces are found by their names.
#[test]
fn a_lesson_is_played_to_its_end_with_the_keyboard_only() {
    stage::play("learn-keys", async |stage| {
        let anna = stage.person("anna").await;
        anna.prefer(&[("prefers-reduced-motion", "reduce")]).await;
        let slug = "three-musketeers";
        anna.go(&format!("/learn/{slug}")).await;
        reach(&anna, 0, 0).await;
        // The first Tab reaches the skip link; the board is one tab stop.
        for _ in 0..40 {
            anna.press("Tab").await;
            if anna.look("document.activeElement.matches('#board .space')").await {
                break;
            }
        }
        for step in 0..steps(slug) {
            let tasks = tasks(slug, step);
            for (at, task) in tasks.iter().enumerate() {
                reach(&anna, step, at).await;
                for id in &task.steps {
                    let picked = format!(
                        "document.querySelector('#board [data-space={id}]').getAttribute('aria-pressed') === 'true'"
                    );
                    if anna.look::<bool>(&picked).await {
                        continue;
                    }
                    for letter in id.chars() {
                        anna.press(&letter.to_string()).await;
                    }
                    anna.until("the space is found", &format!("document.activeElement.dataset.space === '{id}'")).await;
                    anna.press("Enter").await;
                }
            }
            reach(&anna, step, tasks.len()).await;
            let said: String = anna.text("#announce").await;
            assert!(said.starts_with("Right!"), "{said}");
            assert!(anna.look::<bool>("document.activeElement.id === 'next'").await, "Next has the focus");
            anna.press("Enter").await;
        }
        assert!(anna.look::<bool>("document.activeElement.id === 'closing-title'").await);
    });
}

#[test]
fn what_is_not_asked_is_explained_and_a_lesson_goes_on_where_it_was_left() {
    stage::play("learn-wrong", async |stage| {
        let anna = stage.person("anna").await;
        anna.prefer(&[("prefers-reduced-motion", "reduce")]).await;
        anna.go("/learn/three-musketeers").await;
        reach(&anna, 0, 0).await;
        anna.drag("#board [data-space=f6]", "#board [data-space=f7]").await;
        anna.until("it is legal but not asked", "document.querySelector('#note').innerText.includes('legal')").await;
        anna.drag("#board [data-space=d6]", "#board [data-space=e7]").await;
        anna.until("the rule is named", "document.querySelector('#error').innerText.includes('TM-12')").await;
        anna.click("#hint").await;
        assert!(anna.text("#note").await.contains("d6"), "a hint");
        assert!(anna.look::<bool>("document.querySelector('#board .hint-line') !== null").await, "and an arrow");
        anna.drag("#board [data-space=d6]", "#board [data-space=d7]").await;
        reach(&anna, 0, 1).await;
        anna.click("#next").await;
        reach(&anna, 1, 0).await;
        assert!(anna.text("#story").await.contains("g7 to g8"), "what the others did");
        anna.reload().await;
        reach(&anna, 1, 0).await;
        anna.click("#back").await;
        reach(&anna, 0, 0).await;
        anna.click("#skip").await;
        assert!(anna.sees("#closing").await);
        anna.click("#again").await;
        reach(&anna, 0, 0).await;
        anna.forgive("status of 404");
        anna.go("/learn/chess").await;
        assert!(anna.sees("main a[href]").await, "an unknown game leads back");
    });
}

#[test]
fn a_lesson_works_with_a_screen_reader_and_on_a_phone() {
    stage::play("learn-access", async |stage| {
        let anna = stage.person("anna").await;
        anna.prefer(&[("prefers-reduced-motion", "reduce")]).await;
        for game in catalog::games() {
            let slug = game.info().slug;
            anna.go(&format!("/learn/{slug}")).await;
            reach(&anna, 0, 0).await;
            access::check(&anna, &format!("the lesson of {slug}")).await;
        }
        anna.go("/learn/fighting-marines").await;
        anna.click("#throw").await;
        reach(&anna, 0, 1).await;
        access::check(&anna, "a step that is done").await;
        anna.click("#skip").await;
        access::check(&anna, "the end of a lesson").await;
        anna.phone().await;
        for game in catalog::games() {
            let slug = game.info().slug;
            anna.go(&format!("/learn/{slug}")).await;
            reach(&anna, 0, 0).await;
            let wide: f64 = anna.look("document.documentElement.scrollWidth").await;
            assert!(wide <= 391.0, "{slug} is {wide} wide");
            anna.picture(&format!("learn-{slug}-phone"), false).await;
        }
    });
}
