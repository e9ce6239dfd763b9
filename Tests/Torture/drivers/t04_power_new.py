"""A power cut right after the first flush of a new store in a new folder."""
from harness import mounted, need_root
from t03_power import SYSTEMS, available, cut_power

NUMBER, NAME, TARGET = 4, "power-new", "every first flush survives"


def run(context):
    need_root()
    images = available(context)
    rounds = context.count(100, 10)
    kept = done = 0
    for kind, image in images.items():
        mount = context.folder / "mount"
        for number in range(rounds):
            path = mount / f"new-{number}" / "deeper" / "settings.json"
            where = f"{kind}, round {number}"
            with mounted(mount, "-o", SYSTEMS[kind][1], image):
                with context.serve(path) as server:
                    context.check(server.do("set", "k", number + 1) == "ok", f"cannot set: {where}")
                    context.check(server.do("flush") == "ok", f"cannot flush: {where}")
                    cut_power(mount, 2)
                    server.kill()
            with mounted(mount, "-o", SYSTEMS[kind][1], image):
                shown = context.show(path)
                done += 1
                kept += context.check(shown.values.get("k") == number + 1, f"lost: {where}: {shown.text[:300]}")
                context.check(not shown.reports, f"reported: {where}: {shown.text[:300]}")
    return f"{kept} of {done} kept on {', '.join(images) or 'nothing'}"
