"""Programs are started once before their games: one that cannot be used would lose them all."""

from arguments import Refused
from gtp_engine import EngineFailure
from match.directory import fingerprint
from match.game import REFEREE_SECONDS, STARTUP_SECONDS, Program


def check_program(settings, role, live):
    """Start a program once, to see that it answers and to learn its name."""
    program = getattr(settings, role)
    title = "The referee" if role == "referee" else f"Engine {role.upper()}"
    try:
        with live.start(settings.command_of(role, 0)) as engine:
            engine.send("protocol_version", STARTUP_SECONDS)
            name = engine.send("name", STARTUP_SECONDS)
            version = engine.send("version", STARTUP_SECONDS)
            for command in settings.set_up_commands():
                engine.send(command, STARTUP_SECONDS)
            for clock in settings.clocks if role != "referee" else ():
                engine.send(clock.settings_command(knows_kgs=False), STARTUP_SECONDS)
            if role == "referee":
                check_referee(settings, engine)
    except EngineFailure as failure:
        raise Refused(f"{title} cannot be used: {failure}.") from None
    return Program(program.name or f"{name} {version}".strip(), program.command, fingerprint(program.command))


def check_referee(settings, referee):
    """The referee must be able to score, and every opening must be legal."""
    if referee.send("known_command final_score", REFEREE_SECONDS) != "true":
        raise Refused("The referee cannot be used: it does not know the command 'final_score'.")
    for opening in settings.openings:
        referee.send("clear_board", REFEREE_SECONDS)
        for index, vertex in enumerate(opening):
            try:
                referee.send(f"play {'bw'[index % 2]} {vertex}", REFEREE_SECONDS)
            except EngineFailure as failure:
                raise Refused(f"The opening {' '.join(opening)!r} cannot be played; the referee: {failure}.") from None
