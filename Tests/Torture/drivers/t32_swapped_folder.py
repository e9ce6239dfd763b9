"""The folder is repeatedly swapped for a link to another place while a store saves: nothing is written there."""
import os
import threading
import time

NUMBER, NAME, TARGET = 32, "swapped-folder", "0 files outside"


def run(context):
    swaps = context.count(10_000, 1_000)
    base = context.fresh()
    inside, outside = base / "inside", base / "outside"
    inside.mkdir()
    outside.mkdir()
    hidden = base / "hidden"
    link = base / "link"
    path = inside / "settings.json"
    with context.serve(path) as server:
        server.do("set", "k", 1)
        server.do("fold")
        stop = threading.Event()
        done = 0

        def swap():
            nonlocal done
            while not stop.is_set() and done < swaps:
                os.symlink(outside, link)
                os.rename(inside, hidden)
                os.rename(link, inside)
                time.sleep(0.0002)
                os.unlink(inside)
                os.rename(hidden, inside)
                time.sleep(0.0002)
                done += 1

        thread = threading.Thread(target=swap)
        thread.start()
        number = 1
        while thread.is_alive():
            number += 1
            answer = server.do("set", "k", number)
            if number % 5 == 0:
                server.do("fold")
            if not context.check(answer.startswith(("ok", "error")), f"set {number}: {answer}"):
                break
        stop.set()
        thread.join()
        context.check(not os.listdir(outside), f"written outside: {os.listdir(outside)[:5]}")
        context.check(server.do("flush") == "ok", "cannot flush at the end")
        server.end()
    shown = context.show(path)
    context.check(shown.values.get("k") == number, f"acknowledged {number}: {shown.text[:200]}")
    return f"{done} swaps, {number} sets"
