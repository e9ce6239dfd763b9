"""Deployment tools swap a document while three processes write: no value is lost, and every process hears every swap."""
import contextlib
import os

from harness import Skip, mounted, need_root

NUMBER, NAME, TARGET = 43, "layouts", "0 lost, every swap heard; a read-only target refuses writes"
WRITERS = 3
WRITES = 3
DOMAIN = "com.example.torture"


class Layout:
    """The way in which a tool places the versions of a file behind links.

    `document` is the path that programs know, `version` the path of a version's file, and `links` the links of a
    version with their contents, the one that makes it current last.
    """

    def __init__(self, document, version, links):
        self.document, self.version, self.links = document, version, links


LAYOUTS = {
    "ConfigMap": Layout(
        "etc/settings.json", "etc/..{n}/settings.json",
        [("etc/settings.json", "..data/settings.json"), ("etc/..data", "..{n}")]),
    "stow": Layout(
        "config/app/settings.json", "dotfiles-{n}/app/settings.json", [("config/app", "../dotfiles-{n}/app")]),
    "Nix": Layout(
        "home/.config/app/settings.json", "nix/store/{n}-settings/settings.json",
        [("home/.config/app/settings.json", "{root}/nix/store/{n}-settings/settings.json")]),
    "home-manager": Layout(
        "home/.config/app/settings.json", "nix/store/{n}-settings/settings.json",
        [("nix/store/{n}-files/settings.json", "{root}/nix/store/{n}-settings/settings.json"),
         ("home/.config/app/settings.json", "{root}/nix/store/{n}-files/settings.json")]),
}


def make(root, layout, number):
    """Writes the file of a version."""
    path = root / layout.version.format(n=number)
    path.parent.mkdir(parents=True)
    path.write_text(f'{{ // {number}\n  "{DOMAIN}": {{"version": {number}}}\n}}\n')


def switch(root, layout, number):
    """Makes a version current, as the tools do: each link is replaced at once."""
    for path, contents in layout.links:
        path, contents = root / path.format(n=number), contents.format(n=number, root=root)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_symlink() or os.readlink(path) != contents:
            new = path.with_name(path.name + "_new")
            os.symlink(contents, new)
            os.rename(new, path)


def hears(server, number):
    return server.wait(20, lambda line: line.startswith("change ") and line.split(" ")[3] == str(number)) is not None


def check_writable(context, name, layout, swaps):
    root = context.fresh()
    make(root, layout, 0)
    switch(root, layout, 0)
    acknowledged = set()
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(context.serve(root / layout.document)) for _ in range(WRITERS)]
        for server in servers:
            server.do("observe", "version")
        for number in range(1, swaps + 1):
            make(root, layout, number)
            # The processes write while the links change: their answers are read after that.
            keys = [[f"w{writer}-{number}-{count}" for count in range(WRITES)] for writer in range(WRITERS)]
            for server, names in zip(servers, keys):
                for key in names:
                    server.send("set", key, number)
            switch(root, layout, number)
            for server, names in zip(servers, keys):
                for key in names:
                    answer = server.answers.get(timeout=30)
                    if context.check(answer.startswith("ok"), f"{name}: set {key}: {answer}"):
                        acknowledged.add(key)
            for writer, server in enumerate(servers):
                context.check(hears(server, number), f"{name}: writer {writer} did not hear swap {number}")
        for server in servers:
            context.check(server.do("flush").startswith("ok"), f"{name}: cannot flush")
            heard = [line.split(" ")[3] for line in server.lines("change")]
            context.check(heard == [str(number) for number in range(1, swaps + 1)], f"{name}: heard {heard}")
            server.end()
    found = set()
    for number in range(swaps + 1):
        found.update(context.show(root / layout.version.format(n=number)).values)
    context.check(acknowledged <= found, f"{name}: lost {sorted(acknowledged - found)[:10]}")
    return len(acknowledged)


def check_read_only(context, name, layout, swaps):
    """The targets are in a mounted folder without write access, as the store of Nix is."""
    root = context.fresh()
    for number in range(swaps + 1):
        make(root, layout, number)
    store = root / "nix" / "store"
    switch(root, layout, 0)
    for number in range(swaps + 1):
        for path, contents in layout.links[:-1]:
            link = root / path.format(n=number)
            link.parent.mkdir(parents=True, exist_ok=True)
            if not link.is_symlink():
                os.symlink(contents.format(n=number, root=root), link)
    with mounted(store, "--bind", "-o", "ro", store), context.serve(root / layout.document) as server:
        context.check(server.get("version") == 0, f"{name}: the read-only document is not read")
        server.do("observe", "version")
        for number in range(1, swaps + 1):
            answer = server.do("set", "k", number)
            context.check(answer.startswith("error"), f"{name}: a read-only document took a value: {answer}")
            context.check(server.do("writable", "k").endswith("false"), f"{name}: says that it can be written")
            switch(root, layout, number)
            context.check(hears(server, number), f"{name}: did not hear the read-only swap {number}")
        server.end()


def run(context):
    swaps = context.count(200, 20)
    written = sum(check_writable(context, name, layout, swaps) for name, layout in LAYOUTS.items())
    refused = 0
    try:
        need_root()
        for name in ("Nix", "home-manager"):
            check_read_only(context, name, LAYOUTS[name], swaps // 4)
            refused += swaps // 4
    except Skip as problem:
        print(f"      skipped: read-only targets: {problem}")
    return f"{swaps * len(LAYOUTS)} swaps, {written} values, {refused} swaps of read-only targets"
