#!/usr/bin/env python3
"""Draws the dice and cards of a finished game again, from its opened seed.

A second opinion beside `visavis verify`: nothing here but the standard library and the formula, which is

    commitment = SHA-256(seed)
    key        = HMAC-SHA256(seed, length one || nonce one || length two || nonce two || stream)
    draw n     = the first of the 64-bit numbers of HMAC-SHA256(key, n || k), k = 0, 1, ..., that is below the
                 largest multiple of the sum of the weights, modulo that sum

It knows no rules: it checks that the seed was sealed before the game and that every draw follows from it. Whether
the weights are those of the rules is for `visavis verify` to say.

usage: verify.py [--lang en|fr] RECORD ...
Exit code 0: all is right. 1: something is wrong. 2: a file cannot be checked.
"""

import hashlib
import hmac
import json
import os
import sys

WORDS = {
    "en": {
        "right": "the sealed seed gives all {n} chance steps.",
        "wrong": "not right: {wrong} of {n} chance steps are wrong.",
        "seal": "the seed is not the one that was sealed before the game: its SHA-256 is not the commitment.",
        "no-draw": "step {step}: {stated} does not say what it was drawn from.",
        "drawn": "step {step}: {stated} is wrong: draw {number} of the stream \"{stream}\" gives {found}.",
        "no-seed": "the record has no seed: a game opens it when it is over.",
        "no-commitment": "the record has no commitment.",
        "hex": "\"{text}\" is no seed or nonce: those are hex digits.",
        "undo": "step {step}: more is taken back than was played.",
        "damaged": "no record: {why}.",
        "record": "record {n}: ",
    },
    "fr": {
        "right": "la graine scellée donne les {n} tirages.",
        "wrong": "ce n’est pas juste : tirages faux : {wrong} sur {n}.",
        "seal": "la graine n’est pas celle qui fut scellée avant la partie : son SHA-256 n’est pas l’engagement.",
        "no-draw": "coup {step} : {stated} ne dit pas d’où il a été tiré.",
        "drawn": "coup {step} : {stated} est faux : le tirage {number} du flux « {stream} » donne {found}.",
        "no-seed": "la partie n’a pas de graine : elle la révèle à la fin.",
        "no-commitment": "la partie n’a pas d’engagement.",
        "hex": "« {text} » n’est ni une graine ni un nonce : ce sont des chiffres hexadécimaux.",
        "undo": "coup {step} : plus de coups repris que joués.",
        "damaged": "ce n’est pas une partie enregistrée : {why}.",
        "record": "partie {n} : ",
    },
}


class Uncheckable(Exception):
    """A record that cannot be checked: the key of a sentence and its values."""

    def __init__(self, key, **values):
        super().__init__(key)
        self.key, self.values = key, values


def read_text(text):
    """A record as text: the facts of its header, and its lines as (step, draw or None)."""
    head, _, body = text.replace("\r\n", "\n").partition("\n\n")
    facts = {}
    for line in head.splitlines():
        key, equals, value = line.partition(" =")
        if not equals:
            raise Uncheckable("damaged", why=line[:60])
        facts[key] = value.strip()
    if "game" not in facts:
        raise Uncheckable("damaged", why="game = ?")
    lines = []
    for line in filter(None, map(str.rstrip, body.splitlines())):
        step, bar, draw = line.partition(" | ")
        if not (line.startswith("@") and bar):
            lines.append((line, None))
            continue
        stream, _, weights = draw.partition(" | ")
        lines.append((step, (stream, [weight(pair) for pair in weights.split(" ")])))
    return facts, lines


def weight(pair):
    outcome, star, number = pair.rpartition("*")
    if not star or not number.isdecimal():
        raise Uncheckable("damaged", why=pair[:60])
    return outcome, int(number)


def read_json(text):
    """A record as JSON: the same."""
    try:
        record = json.loads(text)
        lines = [(step, None) for step in record["steps"]]
        for draw in record.get("draws", []):
            n = draw["step"] - 1
            lines[n] = (lines[n][0], (draw["stream"], [(outcome, int(n)) for outcome, n in draw["weights"]]))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise Uncheckable("damaged", why=error) from error
    facts = {key: value for key, value in record.items() if isinstance(value, str)}
    return facts, lines


def read_all(text):
    """Every record of a file: one as text, one as JSON, or one a line."""
    if not text.lstrip().startswith("{"):
        return [lambda: read_text(text)]
    try:
        json.loads(text)
        return [lambda: read_json(text)]
    except ValueError:
        return [lambda line=line: read_json(line) for line in text.splitlines() if line.strip()]


def effective(lines):
    """The chance steps that count, each with its number from 1: without what was taken back."""
    kept = []
    for n, (step, draw) in enumerate(lines, 1):
        if step.startswith("!undo "):
            for _ in range(int(step[6:])):
                if not kept:
                    raise Uncheckable("undo", step=n)
                kept.pop()
        elif not step.startswith("!"):
            kept.append((n, step, draw))
    return [step for step in kept if step[1].startswith("@")]


def unhex(facts, key):
    try:
        return bytes.fromhex(facts.get(key, ""))
    except ValueError as error:
        raise Uncheckable("hex", text=facts[key][:80]) from error


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def number(key, n, total):
    """Draw `n` of the stream of that key, below `total`."""
    limit = 2**64 - 2**64 % total
    k = 0
    while True:
        block = mac(key, n.to_bytes(8, "big") + k.to_bytes(8, "big"))
        for i in range(0, 32, 8):
            drawn = int.from_bytes(block[i : i + 8], "big")
            if drawn < limit:
                return drawn % total
        k += 1


def outcome(weights, drawn):
    for text, share in weights:
        if drawn < share:
            return text
        drawn -= share
    return None


def check(facts, lines):
    """How many chance steps there are, and a sentence (key, values) for everything that is wrong."""
    if not facts.get("seed"):
        raise Uncheckable("no-seed")
    if not facts.get("commitment"):
        raise Uncheckable("no-commitment")
    seed = unhex(facts, "seed")
    nonces = b"".join(bytes([len(nonce)]) + nonce for nonce in (unhex(facts, "nonce.one"), unhex(facts, "nonce.two")))
    wrong = []
    if hashlib.sha256(seed).hexdigest() != facts["commitment"]:
        wrong.append(("seal", {}))
    made = {}
    steps = effective(lines)
    for step, stated, draw in steps:
        if draw is None:
            wrong.append(("no-draw", {"step": step, "stated": stated}))
            continue
        stream, weights = draw
        n = made[stream] = made.get(stream, 0) + 1
        total = sum(share for _, share in weights)
        found = outcome(weights, number(mac(seed, nonces + stream.encode()), n - 1, total)) if total else None
        if found != stated:
            wrong.append(("drawn", {"step": step, "stated": stated, "number": n, "stream": stream, "found": found}))
    return len(steps), wrong


def main(arguments):
    lang = "fr" if os.environ.get("LC_ALL", os.environ.get("LANG", "")).startswith("fr") else "en"
    if arguments[:1] == ["--lang"] and len(arguments) > 1:
        lang, arguments = arguments[1], arguments[2:]
    if lang not in WORDS or not arguments or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2

    def say(key, values):
        return WORDS[lang][key].format(**values)

    right = True
    for path in arguments:
        try:
            with open(path, encoding="utf-8") as file:
                records = read_all(file.read())
        except (OSError, UnicodeDecodeError) as error:
            print(f"verify.py: {path}: {error}", file=sys.stderr)
            return 2
        for n, record in enumerate(records, 1):
            which = say("record", {"n": n}) if len(records) > 1 else ""
            try:
                count, wrong = check(*record())
            except Uncheckable as error:
                print(f"verify.py: {path}: {which}{say(error.key, error.values)}", file=sys.stderr)
                return 2
            if not wrong:
                print(f"{path}: {which}{say('right', {'n': count})}")
                continue
            right = False
            steps = sum(1 for key, _ in wrong if key != "seal")
            print(f"{path}: {which}{say('wrong', {'wrong': steps, 'n': count})}")
            for key, values in wrong:
                print(f"  {say(key, values)}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
