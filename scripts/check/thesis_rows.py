"""The rows of the thesis's tables, as settings of this engine.

"A Design of Monte-Carlo Computer Go Program" (thesis, 2010) adds its steps one by one to the selection and to the playouts
alike: to the selection as values by hand (`hand_…`), to the playouts as chances.
"""

import dataclasses

GNU_GO = "gnugo --mode gtp --level 10 --chinese-rules --positional-superko --seed {seed}"

# What today's engine has tuned since the thesis's rows were first played.
UNTUNED = {"rave_final": 5000, "rave_update_last": 1, "prior_even": 10, "prior_wins": 100, "rave_pass_interval": 8}

# Everything that can be switched off is off, and every move is worth the same before it has been tried.
LIGHT = {
    **UNTUNED,
    "nakade_chance": 0, "punish_chance": 0, "save_chance": 0, "attack_chance": 0, "strengthen_chance": 0, "shape_chance": 0,
    "throw_in_chance": 0, "capture_chance": 0, "refuse_self_atari_chance": 0, "settle_eye_chance": 0, "closed_regions": 0,
    "attack_near": 0, "refuse_ladder_chance": 0, "look_again": 0, "nakade_alone": 0, "read_share": 0,
}  # fmt: skip
NO_PRIOR = {"prior_even": 0, "prior_wins": 0}
PLAIN = {**LIGHT, **NO_PRIOR, "rave_learns": 0, "ucb": 0.3}
RAVE = {**LIGHT, **NO_PRIOR}

# The steps in the thesis's order: what each adds to the selection and to the playouts.
STEPS = {
    "basic": {
        "hand_capture_frees": 0.9, "hand_capture": 0.8, "hand_save": 0.7, "hand_ladder": 0.2, "hand_shape": 0.6,
        "punish_chance": 90, "save_chance": 90, "capture_chance": 60, "shape_chance": 80,
    },
    "regions": {"hand_safe": 0.1, "closed_regions": 1},
    "self-atari": {"hand_self_atari": 0.2, "hand_vital": 0.8, "refuse_self_atari_chance": 60, "nakade_chance": 80},
    "eyes": {"hand_settle_eye": 0.7, "hand_false_eye": 0.2, "settle_eye_chance": 50},
    "throw-in": {"hand_throw_in": 0.6, "throw_in_chance": 20},
    "attack": {"hand_attack": 0.7, "attack_chance": 80},
    "liberties": {"hand_strengthen": 0.6},
}  # fmt: skip
UNSAID = {name: 0.5 for step in STEPS.values() for name in step if name.startswith("hand_")}


def with_steps(*names):
    """The engine with values by hand and these steps."""
    return {**LIGHT, **UNSAID, "by_hand": 1, **{key: value for name in names for key, value in STEPS[name].items()}}


def up_to(name):
    """The engine with all steps until that one."""
    names = list(STEPS)
    return with_steps(*names[: names.index(name) + 1])


def without(settings, *beginnings):
    """Settings without those whose names begin so."""
    return {name: value for name, value in settings.items() if not name.startswith(beginnings)}


@dataclasses.dataclass(frozen=True)
class Figures:
    """What the thesis has in a row: percent of the games won with each color, and playouts a second."""

    black: float
    white: float
    playouts_per_second: int | None = None  # its table 7 has none

    @property
    def won(self):
        """Percent of all games, of which there are as many with each color."""
        return round((self.black + self.white) / 2, 1)


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of a table: an engine against an opponent, and the thesis's figures."""

    key: str
    step: str
    settings: dict
    thesis: Figures | None = None
    shapes: bool = False  # with the trial templates
    seconds: float | None = None  # a move, instead of playouts
    opponent: str = GNU_GO
    rave: bool = True  # RAVE in the lead

    def command(self, engine, playouts, patterns):
        """The engine's command line; `{seed}` stays a placeholder."""
        limit = f"--time {self.seconds:g}" if self.seconds else f"--playouts {playouts}"
        shapes = f" --patterns {patterns}" if self.shapes else ""
        settings = "".join(f" --set {name}={value}" for name, value in self.settings.items())
        lead = " --lead rave" if self.rave else ""
        return f"{engine} gtp{lead} --threads 1 --memory 64 {limit} --seed {{seed}}{shapes}{settings}"


ALL_STEPS = up_to("liberties")
FITTED = without(ALL_STEPS, "hand_", "by_hand")

BASIC = Row("basic", "the thesis's basic settings: RAVE, values by hand; save, shape, capture", up_to("basic"), Figures(51, 63.8, 7659))
REGIONS = Row("regions", "closed regions", up_to("regions"), Figures(70, 69, 4985))
SELF_ATARI = Row("self-atari", "self-atari judged, vital points", up_to("self-atari"), Figures(71.4, 69.4, 5000))
COMPLETE = Row("liberties", "chains of two liberties get more (selection only)", ALL_STEPS, Figures(74.8, 80, 4552))
TODAY = Row("today", "today's engine: fitted prior, proofs, our chances", {})

TABLES = {
    "6": [
        Row("plain", "plain UCT, light playouts", PLAIN),
        Row("rave", "RAVE", RAVE),
        BASIC,
        REGIONS,
        SELF_ATARI,
        Row("eyes", "a false eye made real", up_to("eyes"), Figures(69.8, 74.6, 4850)),
        Row("throw-in", "throw-ins judged", up_to("throw-in"), Figures(71, 76.8, 4985)),
        Row("attack", "chains of two liberties attacked", up_to("attack"), Figures(73.2, 76.4, 4576)),
        COMPLETE,
        TODAY,
    ],
    "7": [
        REGIONS,
        SELF_ATARI,
        Row("eyes-alone", "a false eye made real, self-atari not judged", with_steps("basic", "regions", "eyes"), Figures(65.8, 73.6)),
    ],
    "3": [
        Row("no-values", "all steps in the playouts; no values", {**FITTED, **NO_PRIOR}),
        dataclasses.replace(COMPLETE, step="values by hand"),
        Row("fitted", "the fitted prior", FITTED),
    ],
    "playouts": [
        COMPLETE,
        Row("ladder", "no running from a ladder that works, no attack where none does", {**ALL_STEPS, "refuse_ladder_chance": 80}),
        Row("look-again", "closed regions looked up when they form", {**ALL_STEPS, "look_again": 1}),
        Row("vital-alone", "no vital point beside another eye space", {**ALL_STEPS, "nakade_alone": 1}),
    ],
    "shapes": [TODAY, Row("jumps", "with templates for the jump, the diagonal move and the bamboo joint", {}, shapes=True)],
}  # fmt: skip


def fuego_table(command):
    """Table 9, whose figures the thesis's text has lost. The opponent is not part of the project."""
    return [
        Row("fuego-rave", "RAVE in the lead", {}, seconds=1, opponent=command),
        Row("fuego-network", "the network in the lead", {}, seconds=1, opponent=command, rave=False),
    ]
