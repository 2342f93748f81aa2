"""Plays at a Boxtop table: throws, and makes the legal move that looks best.

BOXTOP_TOKEN=... python3 examples/bot.py http://localhost:1943 TABLE (create the token on the page "me", scope "play")"""
import json, os, random, secrets, sys, time, urllib.error, urllib.request

URL, TABLE = sys.argv[1].rstrip("/"), sys.argv[2]
TONES = {"win": 4, "take": 3, "gain": 2, "plain": 1, "harm": 0}


def call(path, body=None, **headers):
    headers |= {"Authorization": "Bearer " + os.environ["BOXTOP_TOKEN"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(f"{URL}/api/v1/tables/{TABLE}{path}", data, headers), timeout=60)


def command(version, type, **fields):
    """Sends a command until it is answered: a key is carried out only once. Stops if the table has moved on."""
    body = {"version": version, "key": secrets.token_hex(16), "command": {"type": type, **fields}}
    while True:
        try:
            return call("/commands", body).close()
        except urllib.error.HTTPError as refused:
            if refused.code == 409:
                return
            if refused.code not in (429, 503):
                sys.exit(f"refused: {refused.read().decode()}")
            time.sleep(float(refused.headers.get("Retry-After", 1)))
        except OSError:
            time.sleep(1)


def act(view):
    if view["chance"] and view["chance"]["mine"]:
        command(view["version"], "throw", seat=view["chance"]["thrower"])
    for own in view["legal_moves"][:1]:  # its moves are null if there are too many for a view
        moves = own["moves"] or json.load(call(f"/legal-moves?seat={own['seat']}"))["legal_moves"]["moves"]
        move = max(moves, key=lambda move: (TONES[move.get("tone", "plain")], random.random()))
        command(view["version"], "play", seat=own["seat"], action=move["action"])


def views():
    """The first view, and again after each change. Fields that change in parts, such as tokens, are not updated."""
    view = {}
    while True:
        try:
            for line in call("/events", **{"Last-Event-ID": str(view.get("version", 0))}):
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    event = value
                elif field == "data" and event in ("view", "change"):
                    view |= json.loads(value)
                    yield view
        except OSError:
            time.sleep(1)


if not json.load(call(""))["mine"]:
    command(0, "sit", nonce=secrets.token_hex(16))
for view in views():
    sys.exit(print(view["headline"])) if view["phase"] == "over" else act(view)
