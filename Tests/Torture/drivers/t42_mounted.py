"""A document that is itself a mount point, as in containers, is written in place; the journal holds the rest."""
from harness import mounted, need_root

NUMBER, NAME, TARGET = 42, "mounted", "written in place, 0 lost, reported once"


def run(context):
    need_root()
    outside = context.fresh() / "settings.json"
    outside.write_text('{"com.example.torture": {"kept": 7}}')
    path = context.fresh() / "settings.json"
    path.write_text("")
    rounds = context.count(1_000, 50)
    with mounted(path, "--bind", outside):
        with context.serve(path) as server:
            for number in range(1, rounds + 1):
                context.check(server.do("set", "k", number) == "ok", "cannot set")
                context.check(server.do("fold") == "ok", "cannot write the document")
            reports = [line for line in server.lines("report") if "writtenInPlace" in line]
            context.check(len(reports) == 1, f"reported {len(reports)} times: {server.lines('report')[:2]}")
            server.do("set", "last", 5)
            server.kill()
        found = context.show(path).values
        context.check(found.get("k") == rounds and found.get("last") == 5, f"found {found}")
        context.check(str(rounds) in outside.read_text(), "the file outside was not written")
    return f"{rounds} documents"
