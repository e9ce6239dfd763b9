extension PageRenderer {
  /// The part of the script about changes that couldn't be sent: they're marked, and sent again.
  static let unsavedScript = """
    // The settings whose changes are sent again.
    const waiting = new Set();
    // The rows with the values of others, by the names of settings whose own changes aren't saved.
    const theirs = new Map();
    let pause = 1000;
    let retry = 0;

    // States in a row that its value isn't in effect, and why.
    function mark(row, text, ...buttons) {
      if (!row) return;
      let note = part(row, "unsaved");
      if (!note) {
        note = document.createElement("p");
        note.className = "unsaved";
        note.setAttribute("role", "alert");
        row.querySelector(":scope > .details").prepend(note);
      }
      // A screen reader reads an alert again when it's written again.
      if (note.textContent !== text || buttons.length) note.replaceChildren(text, ...buttons);
    }

    // A setting has no change that isn't saved.
    function settle(name) {
      waiting.delete(name);
      theirs.delete(name);
      const row = rowOf(name);
      if (row) part(row, "unsaved")?.remove();
    }

    function keepUnsaved(name, action, error) {
      if (action && action !== "resend") {
        if (!waiting.has(name) && !theirs.has(name)) settle(name);
        say("Nothing was changed. " + error.message, true);
        return;
      }
      if (error.isFinal) { mark(rowOf(name), "Not saved. " + error.message); return; }
      if (!theirs.has(name)) {
        waiting.add(name);
        mark(rowOf(name), "Not saved. " + error.message.trim() + " It's sent again.");
      }
      say(waiting.size === 1 ? "1 change isn't saved." : waiting.size + " changes aren't saved.", true);
      saveLater();
    }

    function saveLater() {
      clearTimeout(retry);
      retry = setTimeout(saveWaiting, pause);
      pause = Math.min(2 * pause, 15000);
    }

    // Shows all rows, or those that have changed since a version, so that a change of others isn't overwritten.
    async function refresh(version) {
      const answer = await fetch(version ? "rows?v=" + version : "rows", { signal: AbortSignal.timeout(15000) });
      if (!answer.ok) throw new Error();
      show(await answer.json());
    }

    async function saveWaiting() {
      clearTimeout(retry);
      if (!waiting.size) return;
      try { await refresh(); } catch { saveLater(); return; }
      for (const name of [...waiting]) {
        const row = rowOf(name);
        if (!row || !isEdited(row)) settle(name); else if (!busy.get(name)) save(row.closest("form"), row, "resend");
      }
    }

    // Lets the user decide about a change that isn't saved, after another writer has changed the setting.
    function noteOther(old, fresh) {
      const name = old.dataset.name;
      const [shown, other] = [old, fresh].map(row => original(name, fields(row))?.[1]);
      if (!theirs.has(name) && !(waiting.has(name) && shown !== other)) return;
      // The answer to a save can be lost, and then the other value is the user's own.
      const values = row => fields(row).filter(pair => pair[0] !== name + "/=").join("\\n");
      if (values(old) === values(fresh)) { settle(name); update(old, fresh); return; }
      const isNew = !theirs.has(name);
      waiting.delete(name);
      theirs.set(name, fresh);
      if (!isNew) return;
      const choice = (title, choose) => {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", className: "plain", textContent: title });
        button.addEventListener("click", () => {
          const [row, other] = [rowOf(name), theirs.get(name)];
          theirs.delete(name);
          choose(row, other);
        });
        return button;
      };
      mark(
        old, "Not saved, because the setting was changed elsewhere in the meantime.",
        choice("Save mine", (row, other) => {
          const field = controls(row).find(control => control.name === name + "/=");
          if (field) field.value = original(name, fields(other))?.[1] ?? field.value;
          save(row.closest("form"), row, "resend");
        }),
        choice("Show the other value", (row, other) => { other.hidden = row.hidden; replace(row, other); }));
    }

    window.addEventListener("online", saveWaiting);
    window.addEventListener("beforeunload", event => {
      if (waiting.size || theirs.size) event.preventDefault();
    });

    """
}
