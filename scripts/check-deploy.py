"""Checks of scripts/check-deploy that need more than a shell.

    check-deploy.py containerfile FILE SHELL    checks the steps, and writes the commands of RUN to SHELL
    check-deploy.py compose FILE                checks that everything the services name is there
"""

import json
import os
import re
import subprocess
import sys

STEPS = "FROM COPY RUN ARG ENV USER WORKDIR VOLUME EXPOSE STOPSIGNAL ENTRYPOINT CMD LABEL".split()


def fail(what):
    sys.exit(f"{sys.argv[2]}: {what}")


def steps(text):
    """The steps as pairs of keyword and rest, with continued lines joined."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n", " ", "\n".join(lines))
    return [tuple((line.split(None, 1) + [""])[:2]) for line in joined.splitlines() if line.strip()]


def check_copy(rest, stages):
    words = rest.split()
    source = [word for word in words if word.startswith("--from=")]
    if source:
        if source[0].removeprefix("--from=") not in stages:
            fail(f"COPY {rest}: there is no such stage")
        return
    for path in [word for word in words if not word.startswith("--")][:-1]:
        if not os.path.exists(path):
            fail(f"COPY {rest}: {path} is not in the repository")


def containerfile(file, shell):
    with open(file, encoding="utf-8") as opened:
        all_steps = steps(opened.read())
    stages, user, runs = [], None, []
    for keyword, rest in all_steps:
        if keyword not in STEPS:
            fail(f"{keyword} is not a step that this check knows")
        if keyword == "FROM":
            image = rest.split()[0]
            if image not in stages and ("/" not in image or ":" not in image.rsplit("/", 1)[1]):
                fail(f"FROM {rest}: name the registry and the version of the image")
            stages.append(rest.split(" AS ")[-1] if " AS " in rest else "")
            user = None
        if keyword == "COPY":
            check_copy(rest, stages)
        if keyword == "USER":
            user = rest.split(":")[0]
        if keyword in ("ENTRYPOINT", "CMD") and not isinstance(json.loads(rest), list):
            fail(f"{keyword}: write a list, so that the program gets its signals")
        if keyword == "RUN":
            runs.append(rest)
            if subprocess.run(["sh", "-n", "-c", rest], check=False).returncode:
                fail(f"RUN {rest}: this is not shell")
    if user in (None, "0", "root"):
        fail("the program runs as root")
    with open(shell, "w", encoding="utf-8") as out:
        out.write("".join(f"{run}\n" for run in runs))


def compose(file):
    import yaml

    with open(file, encoding="utf-8") as opened:
        text = opened.read()
    whole = yaml.safe_load(text)
    folder, services = os.path.dirname(file), whole["services"]
    if sum(name.startswith("node") for name in services) != 3:
        fail("there should be three nodes")
    for url in re.findall(r"^\s*BOXTOP_(?:STORE|BUS): (\S+)$", text.replace("?set it in .env", ""), re.MULTILINE):
        if re.sub(r"^\w+://(.*@)?|[:/][^@]*$", "", url) not in services:
            fail(f"{url}: there is no such service")
    for name, service in services.items():
        if "image" not in service:
            fail(f"{name} has no image")
        if "build" in service:
            context = os.path.join(folder, service["build"]["context"])
            if not os.path.exists(os.path.join(context, service["build"]["dockerfile"])):
                fail(f"{name}: there is no such Containerfile")
        for other in service.get("depends_on", []):
            if other not in services:
                fail(f"{name} depends on {other}, which is not there")
        for network in service.get("networks", []):
            if network not in whole["networks"]:
                fail(f"{name}: there is no network {network}")
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            there = source in whole["volumes"] or os.path.exists(os.path.join(folder, source))
            if not there and not source.endswith("/certs"):
                fail(f"{name}: there is no volume or file {source}")
    with open(os.path.join(folder, "env.example"), encoding="utf-8") as opened:
        example = set(re.findall(r"^(\w+)=", opened.read(), re.MULTILINE))
    used = set(re.findall(r"\$\{(\w+)", text))
    if used != example:
        fail(f"env.example and the file name different variables: {sorted(used ^ example)}")


{"containerfile": containerfile, "compose": compose}[sys.argv[1]](*sys.argv[2:])
