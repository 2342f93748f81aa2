//! Boxtop with Two Riders on its list of games.

fn main() -> std::process::ExitCode {
    catalog::add::<two_riders::TwoRiders>().expect("nothing has read the list yet");
    cli::main()
}
