"""Plays a match with the client that is generated from the OpenAPI document: python3 openapi-match.py URL"""

import itertools, secrets, sys

import httpx
from boxtop_api import Client
from boxtop_api.api.chat import hear, say
from boxtop_api.api.games import list_, one
from boxtop_api.api.play import command, legal_moves
from boxtop_api.api.tables import luck, moments, open_, view
from boxtop_api.models import ChatRequest, CommandRequest, Phase, TableRequest

# A short match: it ends after 100 throws at the latest.
ORDER = {"game": "hit-the-beach", "mode": "home", "players": 2, "options": {"throw_limit": 100}}


def send(client, table, version, **fields):
    """Sends a command and returns its result."""
    body = CommandRequest.from_dict({"version": version, "key": secrets.token_hex(16), "command": fields})
    answer = command.sync_detailed(table, client=client, body=body)
    assert answer.status_code == 200, answer.content
    return answer.parsed


def act(client, table, now):
    """Throws, or plays one of the legal moves."""
    if now.chance:
        return send(client, table, now.version, type="throw", seat=now.chance.thrower)
    own = now.legal_moves[0]
    moves = own.moves
    if moves is None:
        moves = legal_moves.sync(table, client=client, seat=own.seat).legal_moves.moves
    move = moves[now.version * 7 % len(moves)]
    return send(client, table, now.version, type="play", seat=own.seat, action=move.action)


def main(url):
    client = Client(base_url=url)
    client.set_httpx_client(httpx.Client(base_url=url))
    games = list_.sync(client=client)
    assert one.sync(games[0].slug, client=client).seats
    opened = open_.sync(client=client, body=TableRequest.from_dict(ORDER))
    for step in itertools.count():
        now = view.sync(opened.table, client=client)
        if now.phase == Phase.OVER:
            break
        assert act(client, opened.table, now).version > now.version
    assert now.verdict.text, now.headline
    assert moments.sync(opened.table, client=client).steps > 0
    assert luck.sync(opened.table, client=client).version == now.version
    said = ChatRequest(text="Good game!", key=secrets.token_hex(8))
    numbers = {say.sync(opened.table, client=client, body=said).number for _ in range(2)}
    assert numbers == {1} and len(hear.sync(opened.table, client=client).messages) == 1
    print(f"{now.headline} {step} steps, played by the generated client.")


main(sys.argv[1])
