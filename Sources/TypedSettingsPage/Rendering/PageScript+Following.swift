extension PageRenderer {
  /// The part of the script that follows the changes of others.
  static let followingScript = """
    let events = null;
    let lost = false;

    function receive(message) {
      if (message.answer) show(message.answer);
      if (message.state === "open" && lost) {
        lost = false;
        say("Connected again.");
        saveWaiting();
      } else if (message.state && message.state !== "open") {
        lost = true;
        const advice = message.state === "over"
          ? "if the program was restarted, open the address that it has printed." : "trying again.";
        say("Changes made elsewhere aren't shown; " + advice, true);
      }
    }

    const scope = new URL(".", location.href).pathname;
    const channel = new BroadcastChannel("settings" + scope);
    channel.onmessage = event => receive(event.data);

    // The document is the same as when it was made, until the first change is shown.
    const version = document.querySelector(".row")?.dataset.version;
    let isFirst = true;

    function follow() {
      const tell = message => { receive(message); channel.postMessage(message); };
      events = new EventSource(isFirst && version ? "events?v=" + version : "events");
      isFirst = false;
      events.onmessage = event => tell({ answer: JSON.parse(event.data) });
      events.onopen = () => tell({ state: "open" });
      events.onerror = () => {
        const isOver = events.readyState === EventSource.CLOSED;
        tell({ state: isOver ? "over" : "lost" });
        if (isOver) setTimeout(() => { if (events?.readyState === EventSource.CLOSED) follow(); }, 5000);
      };
    }

    // A browser opens six connections to a host, so one tab follows the changes for all. The next one continues when
    // it's closed. Without locks, which need a secure connection or the own machine, only visible tabs follow.
    if (navigator.locks) {
      navigator.locks.request("settings" + scope, () => { follow(); return new Promise(() => {}); });
      // Changes since the document was made aren't announced again.
      refresh(version).catch(() => {});
    } else {
      const adjust = () => {
        if (!document.hidden) { if (!events) follow(); } else if (events) { events.close(); events = null; }
      };
      document.addEventListener("visibilitychange", adjust);
      adjust();
    }

    """
}
