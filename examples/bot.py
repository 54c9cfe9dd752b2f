#!/usr/bin/env python3
"""A bot for every game of Vis-à-vis: it takes any move that is offered. Put your thinking into `choose`.

    visavis duel squadro novice "engine:python3 examples/bot.py"      (docs/engine-protocol.md)
"""
import json
import random
import sys


def choose(view, options, controls):
    """`view` is all that your seat may know; a control is a move with numbers to fill in."""
    if controls and (not options or random.random() < 0.8):
        control = random.choice(controls)
        numbers = {hole["name"]: random.randint(hole["from"], hole["to"]) for hole in control["ranges"]}
        return control["form"].format(**numbers)
    return random.choice(options)


def say(line):
    print(line, flush=True)


for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "ugi":
        say("id name Forty Lines\nugiok")
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
