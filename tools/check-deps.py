#!/usr/bin/env python3
"""Checks licences, bans and sources of every crate in the binary against deny.toml.

Reads `cargo metadata`; needs the standard library only. A quick stand-in for cargo-deny, which `./test --long` runs.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"


def allowed(expression, licences):
    """Whether an SPDX expression can be met with the allowed licences. `A/B` is the old way to write `A OR B`."""
    tokens = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))

    def either():
        good = both()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            good = both() or good
        return good

    def both():
        good = one()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            good = one() and good
        return good

    def one():
        token = tokens.pop(0)
        if token == "(":
            good = either()
            tokens.pop(0)
            return good
        if tokens[:1] == ["WITH"]:
            tokens.pop(0)
            token = f"{token} WITH {tokens.pop(0)}"
        return token in licences

    try:
        return either() and not tokens
    except IndexError:
        return False


def faults(packages, rules):
    """What is wrong with the packages, a sentence each."""
    licences = set(rules["licenses"]["allow"])
    banned = {ban["name"] for ban in rules["bans"]["deny"]}
    for package in packages:
        name = f"{package['name']} {package['version']}"
        if package["name"] in banned:
            yield f"{name} is banned by deny.toml"
        if package["source"] is None:
            continue
        if package["source"] != CRATES_IO:
            yield f"{name} comes from {package['source']}, not from crates.io"
        if not allowed(package["license"] or "", licences):
            yield f"{name} has the licence `{package['license']}`, which deny.toml does not allow"


def self_check():
    """The reader of licences itself: what it must accept and refuse."""
    mit = {"MIT"}
    assert allowed("MIT OR Apache-2.0", mit) and allowed("Apache-2.0/MIT", mit)
    assert allowed("(GPL-3.0 OR MIT) AND MIT", mit)
    assert not allowed("MIT AND GPL-3.0", mit) and not allowed("", mit) and not allowed("(MIT", mit)
    assert not allowed("Apache-2.0 WITH LLVM-exception", {"Apache-2.0"})


def main():
    self_check()
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)["packages"]
    found = sorted(faults(packages, rules))
    for fault in found:
        print(fault, file=sys.stderr)
    print(f"{len(packages)} crates: {'licences, sources and bans are in order' if not found else f'{len(found)} faults'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
