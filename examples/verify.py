"""Checks the dice and the transcript of a Boxtop match, with Python alone, after docs/record.md. It knows no game's rules.

python3 examples/verify.py match.json [--receipt receipts.json] [--keys keys.json]
Exit status: 0 all is right, 1 something is wrong, 2 it cannot be checked."""
import argparse, json, re, struct, sys
from functools import reduce
from hashlib import sha256, sha512
from pathlib import Path

LENGTH = 4096  # links of a chain after its anchor
STEPS = "action chance entered undo resign flag draw relieve return claim abort vacate commit withdraw reveal sit".split()
OLD = ("the seed and the nonces. So no player chose one. Against the host this proves nothing: they knew every throw, could "
       "choose nonces after they had seen others, and could replace seed and commitment afterwards.")

class Fault(Exception):
    """Its arguments are the exit status and the words."""
def need(right, words, status=1):
    if not right:
        raise Fault(status, words)
def digest(*values, label=b""):
    values = [v.to_bytes(8, "big") if isinstance(v, int) else v.encode() if isinstance(v, str) else v for v in values]
    return sha256(label + b"".join(len(value).to_bytes(8, "big") + value for value in values)).digest()
def raw(text, what, size=32):
    need(isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text), f"{what} does not have {2 * size} hex digits")
    return bytes.fromhex(text)
def back(link, places):
    return reduce(lambda link, _: sha256(link).digest(), range(places), link)
def chacha20(key, stream):
    def quarter(a, b, c, d):
        for x, y, z, turn in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
            s[x] = s[x] + s[y] & 0xFFFFFFFF
            s[z] = (s[z] ^ s[x]) << turn & 0xFFFFFFFF | (s[z] ^ s[x]) >> 32 - turn
    for block in range(2**64):
        s = [*(start := struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", block, stream)))]
        for turn in range(80):  # four columns, four diagonals, ten times
            i, shift = turn % 4, turn // 4 % 2
            quarter(i, 4 + (i + shift) % 4, 8 + (i + 2 * shift) % 4, 12 + (i + 3 * shift) % 4)
        yield from struct.unpack("<8Q", struct.pack("<16I", *(x + y & 0xFFFFFFFF for x, y in zip(s, start))))
def drawn(key, lots, stream):
    total = sum(weight for _, weight in lots)
    whole = 2**64 - 1 - (2**64 - 1) % total
    rest = next(number for number in chacha20(key, stream) if number < whole) % total
    return next(name for name, weight in lots if (rest := rest - weight) < 0)

def signed(public, text, signature):  # with Ed25519, RFC 8032
    p, order, s = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, int.from_bytes(signature[32:], "little")
    d = -121665 * pow(121666, -1, p) % p
    def add(a, b):
        k = d * a[0] * a[1] * b[0] * b[1]
        return (a[0] * b[1] + a[1] * b[0]) * pow(1 + k, -1, p) % p, (a[1] * b[1] + a[0] * b[0]) * pow(1 - k, -1, p) % p
    def times(n, a):
        return (0, 1) if n == 0 else add(times(n - 1, a), a) if n & 1 else times(n >> 1, add(a, a))
    def point(data):
        y, odd = int.from_bytes(data, "little") % 2**255, data[31] >> 7
        square = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
        x = pow(square, (p + 3) // 8, p)
        x = x if (x * x - square) % p == 0 else x * pow(2, (p - 1) // 4, p) % p
        need(y < p and (x * x - square) % p == 0 and (x or not odd), "a key or signature is malformed")
        return x if x % 2 == odd else p - x, y
    k = int.from_bytes(sha512(signature[:32] + public + text).digest(), "little")
    return s < order and times(s, point(b"\x58" + b"\x66" * 31)) == add(point(signature[:32]), times(k, point(public)))

class Match:  # what the seats bring to the dice, followed step by step
    def __init__(self, record):
        self.record, self.version, self.throws = record, record["dice"], iter(record.get("throws", []))
        self.seats, self.server = [seat["seat"] for seat in record["seats"]], raw(record["commitment"], "the commitment")
        self.seed = "seed" in record and raw(record["seed"], "the seed")
        leads = not self.seed or back(self.seed, LENGTH if self.version == 3 else 1) == self.server
        need(leads, "The seed does not lead to the commitment: one of them was changed.")
        self.chains, self.away, self.revealed, self.round = {}, set(), set(), 0
        self.played, self.undone, self.known, self.brought, self.alone = [], {}, [], set(), 0
    def take(self, seat, text, index):
        """Takes a seat's link. Its index is counted over the whole match."""
        need(seat in {*self.chains} - self.away, f"{seat} has no chain")
        link, chain = raw(text, "the link"), self.chains[seat]
        index = min(index, chain["since"] + LENGTH)
        need(index >= chain["at"] and back(link, index - chain["at"]) == chain["newest"],
             f"this is not link {index - chain['since']} of the chain that {seat} committed to")
        chain.update(newest=link, at=index)
        self.brought.add(seat)
    def step(self, step):
        kind = next((kind for kind in STEPS if kind in step), None)
        need(kind, f"this program does not know it: {json.dumps(step)}", 2)
        what, relief = step[kind], kind == "relieve" or kind in ("resign", "flag") and step.get("relief") is not None
        if kind == "chance":
            self.throw(step)
        elif kind in ("action", "entered"):
            self.played.append((kind, what, step.get("seat")))
        elif kind == "undo":
            need(type(what) is int and 0 < what <= len(self.played), "it undoes more steps than were played")
            for _ in range(what):
                undone, _, number = self.played.pop()
                if undone == "chance":
                    self.undone.setdefault(tuple(self.played), number)
        elif kind == "commit":
            if self.revealed:  # what is committed to now must not depend on what was revealed: all reveal again
                self.round, self.revealed = self.round + 1, set()
            since, anchor = len(self.known) + self.round, raw(step["anchor"], "the anchor")
            self.chains[what] = {"since": since, "at": since, "newest": anchor}
        elif kind == "reveal":
            need(what not in self.revealed, f"{what} reveals twice in one round")
            self.take(what, step["link"], len(self.known) + self.round + 1)
            self.revealed.add(what)
        elif kind in ("vacate", "withdraw") or relief and what not in self.revealed | self.away:  # it owed a link
            self.chains.pop(what, None)
        self.away = self.away | {what} if relief else self.away - {kind in ("return", "vacate", "withdraw") and what}
    def throw(self, step):
        throw = next(self.throws, None)
        need(throw and throw["purpose"] >= 0, "the record has no purpose for this throw", 2 - ("throws" in self.record))
        number, made_for = throw["number"], self.record["purposes"][throw["purpose"]]
        lots, hand = made_for["lots"], made_for.get("hand", "")
        wanted, purpose = self.undone.get(tuple(self.played), len(self.known)), [x for lot in lots for x in lot]
        need(number == wanted, f"this is throw number {wanted}, but the record says {number}")
        if number == len(self.known):
            self.known.append((self.key(number, hand, purpose, step), hand, purpose))
        else:
            need(self.known[number][1:] == (hand, purpose) and {*step} == {"chance"}, "a throw that falls again is as it was")
        outcome = drawn(self.known[number][0], lots, number if self.version == 1 else 0)
        need(outcome == step["chance"], f"throw number {number} gives {outcome}, but the record says {step['chance']}")
        self.played.append(("chance", outcome, number))
    def key(self, number, hand, purpose, step):
        if self.version < 3:
            key = digest(self.seed, self.record["id"], *self.record.get("nonces", []), label=b"boxtop dice %d" % self.version)
            return key if self.version == 1 else digest("boxtop throw 2", key, number, hand, *purpose)
        owing = ", ".join(sorted({*self.chains} - self.away - self.revealed))
        need(not owing, f"the throw comes before {owing} revealed a link")
        by = hand or next((seat for kind, _, seat in reversed(self.played) if kind == "action"), None)  # the last to act draws
        by = by if by in {*self.chains} - self.away else None
        need(step.get("by") == by and ("link" in step) == bool(by), f"the link of this throw is not of {by or 'nobody'}")
        if by:
            self.take(by, step["link"], number + self.round + 2)
        self.alone += by is None
        link, index = raw(step.get("server"), "the server's link"), min(number + 1, LENGTH)
        need(back(link, index - min(number, LENGTH)) == self.server, f"this is not link {index} of the server's chain")
        self.server, newest = link, (self.chains[seat]["newest"] if seat in self.chains else b"" for seat in self.seats)
        return digest("boxtop throw 3", self.record["id"], number, hand, link, *newest, *purpose)

def heads(record):
    """The heads of the transcript: before the first step, and after each."""
    def text(value):
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    fields = {"id", "game", "rules_version", "board_hash", "options", "commitment", "dice", "start"}
    opening = {k: record[k] for k in fields & {*record}} | {"seats": [seat["seat"] for seat in record["seats"]]}
    found = [digest("boxtop match 3", text(opening))]
    for step in record["steps"]:
        found.append(digest("boxtop step 3", found[-1], text({k: step[k] for k in {*step} - {"name", "reason"}})))
    return [head.hex() for head in found]
def compare(record, receipts, anchors, keys):
    found, right, here = heads(record), 0, [receipt for receipt in receipts if receipt["match"] == record["id"]]
    need(here, "None of the receipts is of this match: this is the record of another one, or its id is false.")
    for receipt in sorted(here, key=lambda receipt: receipt["steps"]):
        steps, name = receipt["steps"], f"the receipt at step {receipt['steps']}"
        if keys is not None:
            text = "boxtop receipt 1\n{match}\n{version}\n{steps}\n{opening}\n{head}\n".format(**receipt).encode()
            key = next((raw(key["public"], "a key") for key in keys if key["id"] == receipt["key"]), b"")
            need(sha256(key).hexdigest()[:16] == receipt["key"], f"None of the keys has signed {name}.")
            need(signed(key, text, raw(receipt["signature"], "the signature", 64)), f"The signature of {name} is false.")
        need(receipt["opening"] == found[0], f"Id, game, options, seats, start or commitment are not those of {name}.")
        need(steps < len(found), f"It ends at step {len(found) - 1}: one after {right} is missing, or it is older than {name}.")
        need(receipt["head"] == found[steps], f"Something in the steps {right + 1} to {steps} is not as in {name}.")
        right = steps
    for seat, seen in anchors.items():
        for anchor in [seen] if isinstance(seen, str) else seen:
            need({"commit": seat, "anchor": anchor} in record["steps"], f"The record has lost an anchor of {seat}: {anchor}.")
    print(f"The record is as in {len(here)} receipts, up to step {right} of {len(found) - 1}.",
          "The server signed them." if keys is not None else "Their signatures were not checked: that needs --keys.")

def check(record, receipts, anchors, keys):
    known = record["program"] == "boxtop" and record["format"] in range(1, 5) and record.setdefault("dice", 1) in range(1, 4)
    need(known, "This is not a record of Boxtop, or one with a format or dice that this program does not know.", 2)
    over, old = "seed" in record, record["dice"] < 3
    need("commitment" in record and "id" in record, "This match had no dice that can be checked.", 2)
    need(not old or over and receipts is None, "With these dice, nothing can be checked before the end, and never a receipt.", 2)
    match = Match(record)
    for number, step in enumerate(record["steps"], 1):
        try:
            match.step(step)
        except Fault as fault:
            raise Fault(fault.args[0], f"Step {number}: {fault.args[1]}.")
    need(next(match.throws, None) is None, "The record has numbers of throws that it does not have.")
    links = f"the links of {', '.join([*sorted(match.brought), 'the server'])}; in {match.alone}, only the server's is new."
    print(f"Dice of version {record['dice']}: all {len(match.known)} throws follow from", OLD if old else links)
    if receipts is not None:
        compare(record, receipts, anchors, keys)
    print("The match is not over, and the server's secret not known yet. " * (not over)
          + "The rules of the game and the result were not checked: `boxtop verify` does that.")

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
for name in "match", "--receipt", "--keys":
    arguments.add_argument(name)
try:
    paths = vars(arguments.parse_args()).values()
    record, receipts, keys = (path and (json.loads(Path(path).read_text("utf-8")) or []) for path in paths)
    kept = receipts if isinstance(receipts, dict) else {"receipts": receipts}  # of a page, a terminal or a list
    check(record, kept.get("receipts", [kept]), kept.get("anchors", {}), keys and keys["keys"])
except Fault as fault:
    sys.exit(print(fault.args[1], file=sys.stderr) or fault.args[0])
except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
    sys.exit(print(f"A file cannot be read, or is not as docs/record.md says: {error!r}", file=sys.stderr) or 2)
