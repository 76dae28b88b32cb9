"""The thesis's tables in Markdown, put into a page between marks, and the picture of its table 6."""

import pathlib
import re

from arguments import Refused
from check.thesis_counts import COLORS, score
from files import written_whole

HEAD = (
    "| step | won: thesis | ours [95 %] | as Black: thesis | ours | as White: thesis | ours | playouts/s: thesis | ours |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def percent(rate):
    return f"{100 * rate:.1f}"


def of_games(won, played):
    """The games won with a color."""
    return f"{won} of {played}, {percent(won / played)} %" if played else ""


def of_speed(playouts):
    return "" if playouts is None else f"{playouts:,}"


def of_thesis(figures):
    """The thesis's cells of a row: won, as Black, as White, playouts/s."""
    if figures is None:
        return [""] * 4
    rates = figures.won, figures.black, figures.white
    return [*(f"{rate:.1f} %" for rate in rates), of_speed(figures.playouts_per_second)]


def of_entry(entry):
    """Ours, in the same order."""
    if entry is None:
        return ["not played", "", "", ""]
    won, played, (low, high) = score(entry)
    rate = f"{won} of {played}, **{percent(won / played)} % [{percent(low)}, {percent(high)}]**" if played else "not played"
    return [rate, *(of_games(*entry[color]) for color in COLORS), of_speed(entry.get("playouts_per_second"))]


def line_of(row, entry):
    """A row of a table: each figure of the thesis beside ours."""
    pairs = zip(of_thesis(row.thesis), of_entry(entry))
    return f"| {' | '.join([row.step, *(cell for pair in pairs for cell in pair)])} |"


def table(rows, counts):
    """The table of these rows."""
    return "\n".join([HEAD, *(line_of(row, counts.of(row.key)) for row in rows)])


def put_into(page, tables):
    """Replace what stands in the page between `<!-- table N -->` and `<!-- end -->`."""
    path = pathlib.Path(page)
    text = path.read_text()
    for name, content in tables.items():
        marks = re.compile(rf"(<!-- table {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
        text, found = marks.subn(lambda match: f"{match[1]}{content}\n{match[2]}", text)
        if found != 1:
            raise Refused(f"{page} has {found} places for table {name}.")
    with written_whole(path) as part:
        part.write_text(text)


def plot(path, rows, counts):
    """The win rate by step, the thesis's beside ours."""
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams.update({"svg.hashsalt": "thesis", "svg.fonttype": "none"})  # the same file again, and a small one
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    played = [(index, score(entry)) for index, row in enumerate(rows) if (entry := counts.of(row.key)) and score(entry)[1]]
    places = [index for index, _ in played]
    rates = [100 * won / games for _, (won, games, _) in played]
    errors = [
        [rate - 100 * low for rate, (_, (_, _, (low, _))) in zip(rates, played)],
        [100 * high - rate for rate, (_, (_, _, (_, high))) in zip(rates, played)],
    ]
    axes.errorbar(rates, places, xerr=errors, fmt="o", capsize=3, label="Tengen, 95 % interval")
    known = [(index, row.thesis.won) for index, row in enumerate(rows) if row.thesis is not None]
    axes.plot([rate for _, rate in known], [index for index, _ in known], "x", color="black", label="thesis")
    axes.set(xlim=(0, 100), xlabel="won against GNU Go 3.8, level 10, in percent")
    axes.set_yticks(range(len(rows)), [row.key for row in rows])
    axes.invert_yaxis()
    axes.grid(axis="x", linewidth=0.4)
    axes.legend(loc="lower left")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
