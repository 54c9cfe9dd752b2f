#!/usr/bin/env python3
"""Draws the dice and cards of a finished game again, from its opened seed.

A second opinion beside `visavis verify`: nothing here but the standard library and the formula, which is

    commitment = SHA-256(seed)
    nonce's    = SHA-256("vis-a-vis nonce" || commitment || seat as one byte, 1 or 2 || nonce), published before any
    commitment   nonce is opened
    key        = HMAC-SHA256(seed, length one || nonce one || length two || nonce two || stream)
    draw n     = the first of the 64-bit numbers of HMAC-SHA256(key, n || k), k = 0, 1, ..., that is below the
                 largest multiple of the sum of the weights, modulo that sum

It knows no rules: it checks that the seed was sealed before the game, that the nonces are those that were committed
to, and that every draw follows from them. Whether the weights are those of the rules is for `visavis verify` to say.
A record alone cannot prove when it was written: with --kept it is compared with what a player's device kept.

usage: verify.py [--lang en|fr] [--kept FILE] RECORD ...
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
        "one": "One",
        "two": "Two",
        "committed": "{side}: the nonce is the one that was committed to.",
        "replaced": "{side}: the nonce is not the one that was committed to. It was replaced.",
        "withheld": "{side}: committed to a nonce and did not open it. No dice were thrown without it.",
        "thrown": "{side}: committed to a nonce that was not opened, and yet dice were thrown: the draws leave it out.",
        "open": "{side}: the nonce was added without a commitment. Whoever knew the seed and spoke last could have chosen the dice.",
        "nothing": "{side}: added nothing. The dice prove nothing to this side.",
        "alone": "Not proved by a record alone: that seal and commitments are those of before the game. Who played compares them with what the device kept: --kept FILE.",
        "kept": "Seal, commitments and nonce are those that the device kept before the dice were known: nobody chose them after its player had spoken.",
        "differs": "{key} is not what the device kept before the game: it was replaced. Kept: {kept}. Record: {found}.",
        "no-kept": "\"{text}\" is nothing that a device keeps of its dice.",
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
        "one": "Un",
        "two": "Deux",
        "committed": "{side} : le nonce est bien celui de l’engagement.",
        "replaced": "{side} : le nonce n’est pas celui de l’engagement. Il a été remplacé.",
        "withheld": "{side} : s’est engagé et n’a pas révélé son nonce. Aucun dé n’a été lancé sans lui.",
        "thrown": "{side} : s’est engagé sur un nonce qui n’a pas été révélé, et pourtant des dés ont été lancés : les tirages s’en passent.",
        "open": "{side} : le nonce a été ajouté sans engagement. Qui connaissait la graine et parlait en dernier pouvait choisir les dés.",
        "nothing": "{side} : n’a rien ajouté. Les dés ne prouvent rien à ce camp.",
        "alone": "Ce qu’une partie enregistrée ne prouve pas seule : que le sceau et les engagements sont ceux d’avant la partie. Qui a joué les compare à ce que son appareil a gardé : --kept FICHIER.",
        "kept": "Le sceau, les engagements et le nonce sont ceux que l’appareil a gardés avant que les dés soient connus : personne ne les a choisis après que son joueur eut parlé.",
        "differs": "{key} n’est pas ce que l’appareil a gardé avant la partie : il a été remplacé. Gardé : {kept}. Partie : {found}.",
        "no-kept": "« {text} » n’est rien de ce qu’un appareil garde de ses dés.",
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


SEATS = (("one", 1), ("two", 2))


def commitment(seal, number, nonce):
    """What a seat publishes before it opens that nonce."""
    return hashlib.sha256(b"vis-a-vis nonce" + seal + bytes([number]) + nonce).hexdigest()


def parts(facts, chances):
    """What each seat added to the dice: its name and the key of a sentence."""
    seal = hashlib.sha256(unhex(facts, "seed")).digest()
    for name, number in SEATS:
        stated, nonce = facts.get("commitment." + name), unhex(facts, "nonce." + name)
        if stated is None:
            yield name, "open" if nonce else "nothing"
        elif not nonce:
            yield name, "thrown" if chances else "withheld"
        else:
            yield name, "committed" if commitment(seal, number, nonce) == stated else "replaced"


def read_kept(path):
    """What a device kept of its dice, by key."""
    kept = {}
    with open(path, encoding="utf-8") as file:
        for line in filter(None, map(str.strip, file.read(4096).splitlines())):
            key, equals, value = line.partition(" = ")
            if not equals or key not in ("table", "commitment", *(k + n for k in ("commitment.", "nonce.") for n, _ in SEATS)):
                raise Uncheckable("no-kept", text=line[:60])
            kept[key] = value
    if "commitment" not in kept:
        raise Uncheckable("no-kept", text="")
    return kept


def differences(kept, facts):
    """A sentence (key, values) for everything that is not as the device kept it."""
    for key, value in sorted(kept.items()):
        found = facts.get(key)
        for name, number in SEATS:
            if key == "commitment." + name and found is None and facts.get("nonce." + name):
                found = commitment(unhex(facts, "commitment"), number, unhex(facts, "nonce." + name))
        if key != "table" and (found or "none") != value:
            yield "differs", {"key": key, "kept": value, "found": found or "none"}


def check(facts, lines):
    """How many chance steps there are, and a sentence (key, values) for every one that is wrong."""
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
    keeper = None
    if arguments[:1] == ["--kept"] and len(arguments) > 1:
        keeper, arguments = arguments[1], arguments[2:]
    if lang not in WORDS or not arguments or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2

    def say(key, values):
        return WORDS[lang][key].format(**values)

    kept = None
    if keeper:
        try:
            kept = read_kept(keeper)
        except (OSError, UnicodeDecodeError, Uncheckable) as error:
            why = say(error.key, error.values) if isinstance(error, Uncheckable) else error
            print(f"verify.py: {keeper}: {why}", file=sys.stderr)
            return 2
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
                facts, lines = record()
                count, wrong = check(facts, lines)
                added = list(parts(facts, count))
                other = None if kept is None else list(differences(kept, facts))
            except Uncheckable as error:
                print(f"verify.py: {path}: {which}{say(error.key, error.values)}", file=sys.stderr)
                return 2
            right &= not wrong and not other and not any(key in ("replaced", "thrown") for _, key in added)
            steps = sum(1 for key, _ in wrong if key != "seal")
            first = say("wrong", {"wrong": steps, "n": count}) if wrong else say("right", {"n": count})
            print(f"{path}: {which}{first}")
            wrong += [(key, {"side": WORDS[lang][name]}) for name, key in added]
            if other is None:
                wrong += [("alone", {})] if count else []
            else:
                wrong += other or [("kept", {})]
            for key, values in wrong:
                print(f"  {say(key, values)}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
