"""Prints the work that a cluster has done so far, as JSON: scripts/cluster counts FOLDER."""

import json
import os
import subprocess
import sys
import urllib.request

folder, psql = sys.argv[1:3]
TICKS = os.sysconf("SC_CLK_TCK")


def settings():
    lines = open(f"{folder}/cluster.env").read().splitlines()
    return dict(line.split("=", 1) for line in lines)


def cpu_seconds(pid, with_ended_children=False):
    """The processor time of a process; 0 if it has ended."""
    try:
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11 : 15 if with_ended_children else 13]) / TICKS


def file_text(name):
    try:
        return open(f"{folder}/{name}").read().strip()
    except OSError:
        return ""


def database_cpu_seconds():
    """Both databases with the processes they have started."""
    total = 0.0
    for name in ("primary", "standby"):
        first = file_text(f"{name}/postmaster.pid").split("\n")[0]
        if not first:
            continue
        total += cpu_seconds(first, with_ended_children=True)
        children = subprocess.run(["pgrep", "-P", first], capture_output=True, text=True).stdout.split()
        total += sum(cpu_seconds(child) for child in children)
    return total


def sql(port, text):
    command = [psql, "-X", "-q", "-A", "-t", "-h", "127.0.0.1", "-p", port, "-U", "boxtop", "-d", "boxtop", "-c", text]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def database(env):
    """Statements, commits and written bytes of the server that takes writes."""
    for port in (env["PRIMARY_PORT"], env["STANDBY_PORT"]):
        if sql(port, "SELECT pg_is_in_recovery()") != "f":
            continue
        of_nodes = "FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid WHERE datname = 'boxtop'"
        ours = "AND query NOT LIKE '%pg_stat_%' AND query NOT LIKE '%pg_wal_lsn_diff%'"
        return {
            "statements": int(float(sql(port, f"SELECT coalesce(sum(calls), 0) {of_nodes} {ours}") or 0)),
            "append_statements": int(
                float(sql(port, f"SELECT coalesce(sum(calls), 0) {of_nodes} AND query LIKE 'WITH%pg_notify%'") or 0)
            ),
            "wal_bytes": int(float(sql(port, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')") or 0)),
        }
    return {}


def bus(env):
    """Messages and bytes of nats-server."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{env['BUS_MONITOR_PORT']}/varz", timeout=2) as answer:
            seen = json.load(answer)
    except OSError:
        return {}
    names = ("in_msgs", "out_msgs", "in_bytes", "out_bytes")
    return {f"bus_{name}": seen[name] for name in names}


env = settings()
nodes = range(1, int(env["NODES"]) + 1)
counted = {
    "node_cpu_seconds": round(sum(cpu_seconds(file_text(f"node{n}.pid")) for n in nodes), 3),
    "database_cpu_seconds": round(database_cpu_seconds(), 3),
    "proxy_cpu_seconds": round(cpu_seconds(file_text("proxy.pid")) + cpu_seconds(file_text("databases.pid")), 3),
    "bus_cpu_seconds": round(cpu_seconds(file_text("bus.pid")), 3),
    **database(env),
    **bus(env),
}
print(json.dumps(counted))
