extension PageRenderer {
  /// The script, which saves a control when it changes and follows changes of others.
  ///
  /// The page works without it: then forms are saved with a button.
  static let script = """
    "use strict";
    const root = document.documentElement;
    root.classList.add("live");
    const byId = id => document.getElementById(id);
    const rows = () => [...document.querySelectorAll(".row")];
    const busy = new Map();
    // The fingerprints that saves in progress will have stored.
    const saved = new Map();

    function say(text, failed) {
      const status = byId("status");
      status.className = failed ? "failure" : "";
      status.textContent = text;
    }

    function controls(row) { return [...row.querySelectorAll("input, select, textarea")]; }

    function isDirty(control) {
      if (control.type === "hidden") return false;
      if (control.type === "checkbox") return control.checked !== control.defaultChecked;
      if (control.tagName === "SELECT") return [...control.options].some(o => o.selected !== o.defaultSelected);
      return control.value !== control.defaultValue;
    }

    function isEdited(row) { return row.querySelector(".error") !== null || controls(row).some(isDirty); }

    function fields(row) {
      return controls(row)
        .filter(c => c.name && !c.disabled && (c.type !== "checkbox" || c.checked))
        .map(c => [c.name, c.value]);
    }

    // The field of a row that identifies what the page was shown.
    function original(name, pairs) { return pairs.find(pair => pair[0] === name + "/="); }

    function element(html) {
      const template = document.createElement("template");
      template.innerHTML = html;
      return template.content.firstElementChild;
    }

    function replace(old, fresh) {
      const active = document.activeElement;
      const id = old.contains(active) ? active.id : null;
      const selection = id && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null;
      fresh.hidden = old.hidden;
      old.replaceWith(fresh);
      if (!id) return;
      const next = byId(id) || fresh.querySelector("input:not([type=hidden]), select, textarea, button");
      if (!next) return;
      next.focus();
      if (selection && next.id === id && selection[0] !== null) {
        try { next.setSelectionRange(selection[0], selection[1]); } catch { }
      }
    }

    function markup(row) {
      const copy = row.cloneNode(true);
      copy.removeAttribute("data-version");
      copy.hidden = false;
      return copy.outerHTML;
    }

    // An answer replaces the rows that the user sent; a change of others doesn't replace what the user is typing.
    function show(update, sent) {
      for (const [name, html] of Object.entries(update.rows || {})) {
        const old = byId("row-" + name.replace(/\\s/g, "_"));
        if (!old) continue;
        const fresh = element(html);
        if (Number(fresh.dataset.version) < Number(old.dataset.version)) continue;
        if (!sent && (busy.get(name) || isEdited(old) || markup(old) === markup(fresh))) continue;
        replace(old, fresh);
      }
      if (update.undo) {
        const [old, fresh] = [byId("undo"), element(update.undo)];
        if (markup(old) !== markup(fresh)) replace(old, fresh);
      }
    }

    async function post(path, pairs) {
      const response = await fetch(path, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ fields: pairs })
      });
      if (response.status !== 200 && response.status !== 422) throw new Error(await response.text());
      return response.json();
    }

    async function save(form, row, action, isRetry) {
      const name = row.dataset.name;
      const pairs = fields(row);
      busy.set(name, (busy.get(name) || 0) + 1);
      // A save follows the one before, and depends on what that has stored, not on what the page was shown.
      const earlier = isRetry ? undefined : saved.get(name);
      let finish = () => {};
      if (!isRetry) saved.set(name, new Promise(resolve => { finish = resolve; }));
      try {
        const stored = await earlier;
        const shown = original(name, pairs);
        if (stored && shown) shown[1] = stored;
        const extra = action ? [["action", action]] : [];
        let answer = await post("/api/save", pairs.concat(extra));
        const others = [...form.querySelectorAll(".row")].filter(o => o.dataset.name !== name && isEdited(o));
        if (!answer.ok && others.length && !action) {
          // Settings that depend on each other are saved together.
          const all = await post("/api/save", pairs.concat(others.flatMap(fields)));
          if (all.ok) answer = all;
        }
        show(answer, true);
        if (answer.ok && answer.rows[name]) finish(original(name, fields(element(answer.rows[name])))?.[1]);
        if (answer.ok || !isRetry) say(answer.status, !answer.ok);
        // A value that was refused because of this setting may be allowed now.
        const refused = others.filter(other => other.isConnected && other.querySelector(".error"));
        if (answer.ok && !isRetry) for (const other of refused) await save(form, other, undefined, true);
      } catch (error) {
        say(error.message || "The program doesn't answer.", true);
      } finally {
        finish();
        const count = busy.get(name) - 1;
        if (count) busy.set(name, count); else for (const map of [busy, saved]) map.delete(name);
      }
    }

    document.addEventListener("change", event => {
      const row = event.target.closest(".row");
      if (!row) return;
      const box = event.target.parentElement.closest(".optional")?.firstElementChild;
      if (box && box !== event.target && box.type === "checkbox" && box.name.endsWith("/?")) box.checked = true;
      save(event.target.form, row);
    });

    document.addEventListener("submit", event => {
      const form = event.target;
      if (form.id === "undo") {
        event.preventDefault();
        post("/api/undo", []).then(answer => { show(answer, true); say(answer.status, !answer.ok); })
          .catch(error => say(error.message, true));
      } else if (form.matches(".section")) {
        event.preventDefault();
        const row = event.submitter?.closest(".row");
        if (row) { save(form, row, event.submitter.value); return; }
        const edited = document.activeElement.closest?.(".row");
        if (edited && isEdited(edited)) save(form, edited);
      } else if (form.matches("[role=search]")) {
        event.preventDefault();
      }
    });

    function search() {
      const words = byId("q").value.toLowerCase().split(/\\s+/).filter(Boolean);
      let found = 0;
      for (const row of rows()) {
        row.hidden = !words.every(word => row.dataset.search.includes(word));
        if (!row.hidden) found += 1;
      }
      for (const section of document.querySelectorAll("main section")) {
        section.hidden = !section.querySelector(".row:not([hidden])");
      }
      byId("nothing").hidden = found > 0;
      if (words.length) say(found === 1 ? "1 setting" : found + " settings"); else say("");
    }
    byId("q").addEventListener("input", search);

    const events = new EventSource("/events");
    let lost = false;
    events.onmessage = event => show(JSON.parse(event.data), false);
    events.onopen = () => { if (lost) { lost = false; say("Connected again."); } };
    events.onerror = () => {
      lost = true;
      const isOver = events.readyState === EventSource.CLOSED;
      const advice = isOver ? "reload the page." : "trying again.";
      say("Changes of others aren't shown; " + advice, true);
    };

    """
}
