//! What systemd does for a service: it hands over a listening socket, and hears about the state of the server.

use crate::support::{BOXTOP, Server, request};
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Output};
use std::time::Duration;

/// Becomes the server after it has made a socket as systemd does: number 3, with the count and the process in the
/// environment. The first argument chooses the socket, the others are the command.
const HAND_OVER: &str = "
import os, socket, sys
kind, command = sys.argv[1], sys.argv[2:]
if kind == 'unix':
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(sys.argv[2] + '/socket')
    command = sys.argv[3:]
else:
    listening = socket.socket(socket.AF_INET)
    listening.bind(('127.0.0.1', 0))
listening.listen()
os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
if kind == 'tcp':
    print('inherited', listening.getsockname()[1], file=sys.stderr, flush=True)
os.environ['LISTEN_FDS'] = '1'
os.environ['LISTEN_PID'] = '1' if kind == 'foreign' else str(os.getpid())
os.execv(command[0], command)
";

fn handed_over(kind: &str) -> Command {
    let mut command = Command::new("python3");
    command.args(["-c", HAND_OVER, kind]);
    command
}

#[test]
fn an_inherited_socket_is_used_instead_of_the_port() {
    let data = tempfile::tempdir().expect("a folder");
    let log = data.path().join("log");
    let mut command = handed_over("tcp");
    // A port that cannot be bound: the server must not try.
    command.args([BOXTOP, "serve", "--bind", "192.0.2.1", "--data"]).arg(data.path().join("matches"));
    command.stderr(std::fs::File::create(&log).expect("a file"));
    let server = Server::run(command);
    let said = std::fs::read_to_string(&log).expect("the log");
    let port = said.lines().find_map(|line| line.strip_prefix("inherited ")).expect("the port");
    assert_eq!(server.address, format!("127.0.0.1:{port}"));
    assert_eq!(request(&server.address, "GET", "/healthz", None).expect("an answer").0, 200);
}

#[test]
fn a_socket_for_another_process_is_left_alone() {
    let data = tempfile::tempdir().expect("a folder");
    let mut command = handed_over("foreign");
    command.args([BOXTOP, "serve", "--port", "0", "--data"]).arg(data.path());
    let server = Server::run(command);
    assert_eq!(request(&server.address, "GET", "/healthz", None).expect("an answer").0, 200);
}

#[test]
fn a_socket_without_a_port_is_refused_with_what_to_change() {
    let data = tempfile::tempdir().expect("a folder");
    let mut command = handed_over("unix");
    command.arg(data.path()).args([BOXTOP, "serve", "--data"]).arg(data.path());
    let Output { status, stderr, .. } = command.output().expect("it ends");
    let words = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(2), "{words}");
    assert!(words.contains("ListenStream="), "{words}");
}

/// Starts a server that reports to this socket, stops it, and checks what it said.
fn check_messages(hears: &UnixDatagram, name: &str) {
    // Only so that a failure does not hang.
    hears.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let data = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(BOXTOP);
    command.args(["serve", "--port", "0", "--data"]).arg(data.path()).env("NOTIFY_SOCKET", name);
    let server = Server::run(command);
    let next = || {
        let mut bytes = [0; 200];
        let length = hears.recv(&mut bytes).expect("a message");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    assert_eq!(next(), "READY=1");
    let stop = Command::new("kill").args(["-TERM", &server.process().to_string()]).status();
    assert!(stop.expect("it runs").success());
    assert_eq!(next(), "STOPPING=1");
}

#[test]
fn the_service_manager_hears_when_the_server_is_ready_and_when_it_stops() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notify");
    check_messages(&UnixDatagram::bind(&path).expect("a socket"), path.to_str().expect("text"));
}

#[cfg(target_os = "linux")]
#[test]
fn the_service_manager_may_listen_on_an_abstract_socket() {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::SocketAddr;
    let name = format!("boxtop-test-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).expect("a name");
    check_messages(&UnixDatagram::bind_addr(&address).expect("a socket"), &format!("@{name}"));
}
