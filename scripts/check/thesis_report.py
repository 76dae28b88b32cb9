"""The thesis's tables in Markdown, put into a page between marks, and the picture of its table 6."""

import pathlib
import re

from arguments import Refused
from check.thesis_counts import COLORS, score
from files import written_whole

HEAD = "| step | thesis | won [95 %] | as Black | as White | playouts/s |\n|---|---|---|---|---|---|"


def percent(rate):
    return f"{100 * rate:.1f}"


def line_of(row, entry):
    """A row of a table."""
    thesis = f"{row.thesis:.1f} %" if row.thesis is not None else ""
    speed = f"{entry['playouts_per_second']:,}" if entry and "playouts_per_second" in entry else ""
    if entry is None or not score(entry)[1]:
        return f"| {row.step} | {thesis} | not played | | | {speed} |"
    won, played, (low, high) = score(entry)
    colors = " | ".join("{} of {}".format(*entry[color]) for color in COLORS)
    rate = f"{won} of {played}, **{percent(won / played)} % [{percent(low)}, {percent(high)}]**"
    return f"| {row.step} | {thesis} | {rate} | {colors} | {speed} |"


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
    known = [(index, row.thesis) for index, row in enumerate(rows) if row.thesis is not None]
    axes.plot([rate for _, rate in known], [index for index, _ in known], "x", color="black", label="thesis")
    axes.set(xlim=(0, 100), xlabel="won against GNU Go 3.8, level 10, in percent")
    axes.set_yticks(range(len(rows)), [row.key for row in rows])
    axes.invert_yaxis()
    axes.grid(axis="x", linewidth=0.4)
    axes.legend(loc="lower left")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
