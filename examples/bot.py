"""Plays at a Boxtop table: throws, and makes the legal move that looks best.

BOXTOP_TOKEN=... python3 examples/bot.py http://localhost:1943 TABLE (create the token on the page "me", scope "play")

The secrets of its dice and its first and last receipt are in boxtop-TABLE.json: boxtop verify RECORD --receipt FILE"""
import hashlib, json, os, random, secrets, sys, time, urllib.error, urllib.request

len(sys.argv) == 3 and "BOXTOP_TOKEN" in os.environ or sys.exit(print(__doc__, file=sys.stderr) or 2)
URL, TABLE = sys.argv[1].rstrip("/"), sys.argv[2]
FILE = f"boxtop-{TABLE}.json"
KEPT = {"match": TABLE, "receipts": [], "anchors": {}, "secrets": {}, "reached": 0}
TONES = {"win": 4, "take": 3, "gain": 2, "plain": 1, "harm": 0}


def keep(**changed):
    KEPT.update(changed)
    with open(os.open(FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(KEPT, file)


def call(path, body=None, **headers):
    headers |= {"Authorization": "Bearer " + os.environ["BOXTOP_TOKEN"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(f"{URL}/api/v1/tables/{TABLE}{path}", data, headers), timeout=60)


def command(version, type, **fields):
    """Sends a command until it is answered: a key is carried out only once. Stops if the table has moved on."""
    body = {"version": version, "key": secrets.token_hex(16), "command": {"type": type, **fields}}
    while True:
        try:
            done = json.load(call("/commands", body))
            return keep(reached=done["version"], receipts=KEPT["receipts"][:1] + [done[name] for name in done if name == "receipt"])
        except urllib.error.HTTPError as refused:
            if refused.code == 409:
                return
            if refused.code not in (429, 503):
                sys.exit(f"refused: {refused.read().decode()}")
            time.sleep(float(refused.headers.get("Retry-After", 1)))
        except OSError:
            time.sleep(1)


def link(secret, index):
    """A link of the chain with this secret, which is link 4096. Each link is the SHA-256 of the one after it."""
    found = bytes.fromhex(secret)
    for _ in range(4096 - index):
        found = hashlib.sha256(found).digest()
    return found.hex()


def fresh_anchor():
    secret = secrets.token_hex(32)
    anchor = link(secret, 0)
    keep(secrets=KEPT["secrets"] | {anchor: secret})
    return anchor


def next_link(wanted):
    """The link that is wanted, if the record agrees that it is its turn: with a later one, the host could foresee throws."""
    thrown, rounds, revealed, since, seen = 0, 0, False, {}, {}
    for step in json.load(call("/record"))["steps"]:
        if "commit" in step:
            rounds, revealed = rounds + revealed, False
            since[step["anchor"]] = thrown + rounds
            seen.setdefault(step["commit"], []).append(step["anchor"])
        revealed, thrown = revealed or "reveal" in step, thrown + ("server" in step)
    turn = thrown + rounds + (1 if wanted.get("now") == "reveal" else 2) - since[wanted["anchor"]]
    if wanted["index"] > turn:
        sys.exit("the server asks for a link before its turn")
    keep(anchors=seen)
    return link(KEPT["secrets"][wanted["anchor"]], wanted["index"])


def act(view):
    version, links = view["version"], {one["seat"]: one for one in view["links"]}
    for seat in set(view["wants_anchor"]) & set(view["mine"]):
        return command(version, "commit", seat=seat, anchor=fresh_anchor())
    for seat, wanted in links.items():
        if "now" in wanted:
            return command(version, "reveal" if wanted["now"] == "reveal" else "throw", seat=seat, link=next_link(wanted))
    if view["chance"] and view["chance"]["mine"] and not view["wants_anchor"] + view["wants_link"]:
        seat = view["chance"]["thrower"]
        return command(version, "throw", seat=seat, **({"link": next_link(links[seat])} if seat in links else {}))
    for own in view["legal_moves"][:1]:  # its moves are null if there are too many for a view
        moves = own["moves"] or json.load(call(f"/legal-moves?seat={own['seat']}"))["legal_moves"]["moves"]
        move = max(moves, key=lambda move: (TONES[move.get("tone", "plain")], random.random()))
        command(version, "play", seat=own["seat"], action=move["action"])


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


if os.path.exists(FILE):
    KEPT |= json.load(open(FILE))
if not json.load(call(""))["mine"]:
    command(0, "sit", nonce=secrets.token_hex(16), anchor=fresh_anchor())
for view in views():
    if view["phase"] == "over":
        sys.exit(print(f"{view['headline']}\nreceipts: {FILE}"))
    if view["version"] >= KEPT["reached"]:
        act(view)
