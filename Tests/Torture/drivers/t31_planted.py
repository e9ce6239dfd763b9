"""Links and pipes planted at the names that the store uses are never followed and never block it."""
import os

from harness import names

NUMBER, NAME, TARGET = 31, "planted", "0 followed, 0 blocked"


def run(context):
    done = 0
    for name in ("journal", "next", "previous", "journal-previous", "quarantine"):
        for kind in ("link", "dangling link", "pipe", "folder"):
            folder = context.fresh()
            path = folder / "inside" / "settings.json"
            path.parent.mkdir()
            path.write_text('{"com.example.torture": {"k": 1}}' if name != "quarantine" else "{")
            outside = folder / "outside"
            outside.write_text("untouched")
            places = names(path) | {
                "journal-previous": path.parent / f".{path.name}.journal-previous",
                "quarantine": path.parent / f"{path.name}.corrupt-1",
            }
            plant(places[name], kind, outside)
            where = f"{kind} at the {name}"
            with context.serve(path) as server:
                context.check(server.ready == "ok", f"{where}: making a store {server.ready}")
                for command in [("set", "k", 2), ("flush",), ("fold",), ("set", "k", 3), ("flush",), ("fold",)]:
                    answer = server.do(*command, timeout=15)
                    context.check(answer.startswith(("ok", "error")), f"{where}: {command[0]} {answer}")
                context.check(server.get("k") in (1, 2, 3) or name == "quarantine", f"{where}: reads {server.get('k')}")
                ended = server.end()
                context.check(ended == 0, f"{where}: ends with {ended}")
            context.check(outside.read_text() == "untouched", f"{where}: followed")
            context.check(sorted(os.listdir(folder)) == ["inside", "outside"], f"{where}: made {os.listdir(folder)}")
            done += 1
    document_links(context)
    return f"{done} plants"


def plant(path, kind, outside):
    if kind == "link":
        path.symlink_to(outside)
    elif kind == "dangling link":
        path.symlink_to(outside.parent / "made")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()


def document_links(context):
    """A link at the document's own name survives, and its target is replaced; a pipe there is no document."""
    folder = context.fresh()
    (folder / "target").mkdir()
    target = folder / "target" / "real.json"
    target.write_text("{}")
    link = folder / "settings.json"
    link.symlink_to("target/real.json")
    with context.serve(link) as server:
        server.do("set", "k", 5)
        context.check(server.do("fold") == "ok", "cannot write through a link")
        server.end()
    context.check(link.is_symlink() and '"5:' in target.read_text(), "the link has been replaced, or its target has not")
    context.check(os.listdir(folder) == ["target", "settings.json"] or sorted(os.listdir(folder)) == ["settings.json", "target"], f"beside the link: {os.listdir(folder)}")
    if os.geteuid() == 0:
        shared = context.fresh()
        os.chmod(shared, 0o1777)
        planted = shared / "settings.json"
        secret = folder / "secret.json"
        secret.write_text("{}")
        planted.symlink_to(secret)
        os.lchown(planted, 65534, 65534)
        with context.serve(planted) as server:
            context.check(server.do("set", "k", 1).startswith("error"), "a link of another user in a shared folder is followed")
            server.end()
        context.check(secret.read_text() == "{}", "a link of another user in a shared folder was written through")
    pipe = context.fresh() / "settings.json"
    os.mkfifo(pipe)
    with context.serve(pipe) as server:
        context.check(server.ready == "ok", "a pipe in the document's place blocks")
        context.check(server.do("set", "k", 1, timeout=10).startswith("error"), "a pipe in the document's place is written to")
        context.check(server.end() == 0, "a pipe in the document's place: does not end")
