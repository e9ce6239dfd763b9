"""An editor saves by renaming while a process keeps writing the document: no edit is lost."""
import json
import os
import random
import threading
import time

NUMBER, NAME, TARGET = 37, "editing", "0 edits lost"
DOMAIN = "com.example.torture"


def edit(path, number):
    """Saves the document with one value changed, as an editor does."""
    tree = json.loads(path.read_text())
    tree.setdefault(DOMAIN, {})["edited"] = number
    new = path.parent / "4913.swp"
    new.write_text(json.dumps(tree))
    os.replace(new, path)


def run(context):
    path = context.fresh() / "settings.json"
    path.write_text("{}")
    generator = random.Random(37)
    edits = context.count(10_000, 500)
    lost, refused = [], []
    with context.serve(path) as server:
        folds, stop = [0], threading.Event()

        def write():
            number = 0
            while not stop.is_set():
                number += 1
                for command in (("set", "written", number), ("fold",)):
                    answer = server.do(*command)
                    # An editor that saves repeatedly keeps the document from being written; the journal holds the
                    # values.
                    if answer != "ok" and "being edited" not in answer:
                        refused.append(answer)
                folds[0] += 1

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        for number in range(1, edits + 1):
            # At any point of a fold.
            time.sleep(generator.random() * 0.01)
            edit(path, number)
            after = folds[0] + 2
            deadline = time.monotonic() + 10
            while folds[0] < after and time.monotonic() < deadline:
                time.sleep(0.0002)
            if json.loads(path.read_text()).get(DOMAIN, {}).get("edited") != number:
                lost.append(number)
        stop.set()
        writer.join(10)
        server.end()
    context.check(not refused, f"refused: {refused[:2]}")
    context.check(not lost, f"{len(lost)} of {edits} edits are lost, the first is {lost[:1]}")
    return f"{len(lost)} of {edits} edits lost, {folds[0]} documents written"
