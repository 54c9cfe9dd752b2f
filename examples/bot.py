#!/usr/bin/env python3
"""A bot for every game of Vis-à-vis, in forty lines: it takes what its view calls possible, at random.

Play it:  visavis duel squadro novice "engine:python3 examples/bot.py"
The protocol is described in docs/engine-protocol.md; only the standard library is needed.
"""
import json
import random
import sys


def say(line):
    print(line, flush=True)


def choose(view, options, controls):
    """The whole thinking: put yours here. `view` is all that your seat may know of the table."""
    if controls and (not options or random.random() < 0.8):
        control = random.choice(controls)
        numbers = {hole["name"]: random.randint(hole["from"], hole["to"]) for hole in control["ranges"]}
        return control["form"].format(**numbers)
    return random.choice(options)


view, options, controls = None, [], []
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "ugi":
        say("id name Forty Lines")
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "view":
        view, options, controls = json.loads(rest), [], []
    elif word == "options":
        options = rest.split("\t") if rest else []
    elif word == "controls":
        controls = json.loads(rest)
    elif word == "go":
        say("bestmove " + choose(view, options, controls))
    elif word == "quit":
        break
