extension PageRenderer {
  /// The script, which saves a control when it changes and follows changes of others.
  ///
  /// The page works without it: then forms are saved with a button.
  static let script = editingScript + unsavedScript + followingScript

  private static let editingScript = """
    "use strict";
    const root = document.documentElement;
    root.classList.add("live");
    const byId = id => document.getElementById(id);
    const rowOf = name => byId("row-" + name.replace(/\\s/g, "_"));
    const part = (row, kind) => row.querySelector(":scope > .details > ." + kind);
    const busy = new Map();
    // The fingerprints that saves in progress will have stored.
    const saved = new Map();
    // The date whose parts the user is typing. A browser dispatches a change for each digit.
    let typed = null;
    // The controls whose changes are saved when the user leaves them.
    const unsaved = new Set();
    // An element that is removed may lose the focus, which is no act of the user.
    let isReplacing = false;

    function say(text, failed) {
      const status = byId("status");
      status.className = failed ? "failure" : "";
      status.textContent = text;
    }

    function controls(row) { return [...row.querySelectorAll("input, select, textarea")]; }

    function isDirty(control) {
      if (control.type === "hidden") return false;
      if (control.validity.badInput) return true;
      if (control.type === "checkbox") return control.checked !== control.defaultChecked;
      if (control.tagName === "SELECT") return [...control.options].some(o => o.selected !== o.defaultSelected);
      return control.value !== control.defaultValue;
    }

    function isEdited(row) { return row.querySelector(".error") !== null || controls(row).some(isDirty); }

    // A control without a complete value, such as a date without a year, has the text of an empty one.
    function isIncomplete(row, action) {
      const isRemoved = name => action && ("remove:" + name + "/").startsWith(action + "/");
      return action !== "reset:" + row.dataset.name
        && controls(row).some(c => c.validity.badInput && !isRemoved(c.name));
    }

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
      isReplacing = true;
      old.replaceWith(fresh);
      isReplacing = false;
      if (!id) return;
      const first = "input:not([type=hidden]), select, textarea, button";
      const next = byId(id) || (fresh.closest(".row") || fresh).querySelector(first);
      if (!next) return;
      next.focus();
      if (selection && next.id === id && selection[0] !== null) {
        try { next.setSelectionRange(selection[0], selection[1]); } catch { }
      }
    }

    function isSame(old, fresh) {
      const copies = [old, fresh].map(node => node.cloneNode(true));
      for (const copy of copies) { copy.removeAttribute("data-version"); copy.hidden = false; }
      return copies[0].isEqualNode(copies[1]);
    }

    function copyAttributes(fresh, old) {
      for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of fresh.attributes) {
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      }
    }

    function copyControl(fresh, old, isKept) {
      const { value, checked } = isKept ? old : fresh;
      copyAttributes(fresh, old);
      if (old.tagName === "TEXTAREA" && old.defaultValue !== fresh.defaultValue) old.defaultValue = fresh.defaultValue;
      if (old.tagName === "SELECT" && old.innerHTML !== fresh.innerHTML) old.innerHTML = fresh.innerHTML;
      if (old.checked !== checked) old.checked = checked;
      if (old.value !== value) old.value = value;
    }

    // Returns whether the elements of a row have the places that they had when it was sent.
    function isInPlace(fresh, sent) {
      return controls(fresh).every(c => {
        if (!sent.has(c.name)) return true;
        if (c.name.endsWith("/#")) return Number(c.value) >= Number(sent.get(c.name));
        return !c.name.endsWith("/key") || c.value === sent.get(c.name);
      });
    }

    function text(control) {
      return control.type !== "checkbox" || control.checked ? control.value : undefined;
    }

    // Returns whether a control keeps what the user has changed since the row was sent.
    function keeps(old, fresh, sent) {
      if (!old.matches("input, select, textarea") || !isDirty(old) || fresh.disabled) return false;
      const before = sent.get(old.name);
      if (text(old) === before && !old.validity.badInput) return false;
      return text(fresh) === before || !old.name.includes("/");
    }

    // A row with the same controls is updated in place, so that the user can go on typing.
    function update(old, fresh, sent) {
      const [before, after] = [old, fresh].map(row => [...row.querySelectorAll(
        "input, select, textarea, button, fieldset")].filter(part => !part.closest(".details")));
      const isAlike = (a, b) => b && a.id === b.id && a.name === b.name && a.type === b.type;
      const wasSent = sent?.has(old.dataset.name + "/=") && isInPlace(fresh, sent);
      const isKept = (a, b) => wasSent && keeps(a, b, sent);
      if (before.length === after.length && before.every((part, index) => isAlike(part, after[index]))) {
        fresh.hidden = old.hidden;
        copyAttributes(fresh, old);
        before.forEach((part, index) => copyControl(after[index], part, isKept(part, after[index])));
        const [details, others] = [old, fresh].map(row => row.querySelector(":scope > .details"));
        // A screen reader reads an error again only if it's a new element.
        if (sent || !isSame(details, others)) replace(details, others);
        return;
      }
      for (const part of before) {
        const other = after.find(other => isAlike(part, other));
        if (other && isKept(part, other) && !part.validity.badInput) {
          if (part.type === "checkbox") other.checked = part.checked; else other.value = part.value;
          if (part === document.activeElement) unsaved.add(other);
        }
        unsaved.delete(part);
      }
      replace(old, fresh);
    }

    // An answer updates the rows that the user sent; a change of others doesn't update what the user is typing, unless
    // the setting is locked now, so that it can't be saved.
    function show(answer, sent) {
      for (const [name, html] of Object.entries(answer.rows || {})) {
        const old = rowOf(name);
        if (!old) continue;
        const fresh = element(html);
        if (Number(fresh.dataset.version) < Number(old.dataset.version)) continue;
        const isLocked = part(fresh, "lock") !== null;
        if (!sent && isSame(old, fresh)) continue;
        if (!sent && !isLocked && (busy.get(name) || isEdited(old))) { noteOther(old, fresh); continue; }
        if (!sent && isEdited(old)) say("What you have typed isn't saved, because the setting is locked now.", true);
        settle(name);
        const added = !sent && !isLocked && old.querySelector("[name$='/+']");
        const hadFocus = added && old.querySelector(".pending").contains(document.activeElement);
        update(old, fresh, sent);
        if (added) addAgain(rowOf(name), "add:" + added.name.slice(0, -2), hadFocus);
      }
      if (answer.undo) {
        const [old, fresh] = [byId("undo"), element(answer.undo)];
        if (!isSame(old, fresh)) replace(old, fresh);
      }
    }

    // A new element that isn't filled in isn't a part of the value, so it's added to the value of others too.
    async function addAgain(row, action, hadFocus) {
      await save(row.closest("form"), row, action, true);
      if (hadFocus) focusNewElement(row.dataset.name);
    }

    function focusNewElement(name) {
      rowOf(name)?.querySelector(".pending :is(input:not([type=hidden]), select, textarea)")?.focus();
    }

    async function post(path, pairs) {
      let response;
      try {
        response = await fetch(path, {
          method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ fields: pairs }),
          signal: AbortSignal.timeout(15000)
        });
      } catch { throw new Error("The program doesn't answer."); }
      if (response.status === 200 || response.status === 422) return response.json();
      // Another attempt can succeed after a restart, or when there are fewer requests.
      const isFinal = response.status !== 403 && response.status < 500;
      throw Object.assign(new Error(await response.text()), { isFinal });
    }

    async function save(form, row, action, isRetry) {
      const name = row.dataset.name;
      // A change that waited mustn't overwrite a later one of others, also not with what the user has edited since.
      if (!action && waiting.has(name)) action = "resend";
      if (isIncomplete(row, action)) {
        for (const control of controls(row)) {
          if (control.validity.badInput) control.setAttribute("aria-invalid", "true");
        }
        if (!isRetry) say("The value isn't complete.", true);
        return;
      }
      const pairs = fields(row);
      let sent = pairs;
      busy.set(name, (busy.get(name) || 0) + 1);
      // A save follows the one before, and depends on what that has stored, not on what the page was shown.
      const earlier = isRetry ? undefined : saved.get(name);
      let finish = () => {};
      const slow = setTimeout(() => mark(rowOf(name), "It's being saved."), 1000);
      if (!isRetry) saved.set(name, new Promise(resolve => { finish = resolve; }));
      try {
        const stored = await earlier;
        const shown = original(name, pairs);
        if (stored && shown) shown[1] = stored;
        const extra = action ? [["action", action]] : [];
        let answer = await post("api/save", pairs.concat(extra));
        const others = [...form.querySelectorAll(".row")]
          .filter(other => other.dataset.name !== name && isEdited(other) && !isIncomplete(other));
        if (!answer.ok && !answer.overtaken && others.length && (!action || action === "resend")) {
          // Settings that depend on each other are saved together.
          const together = pairs.concat(others.flatMap(fields), extra);
          const all = await post("api/save", together);
          if (all.ok) [answer, sent] = [all, together];
        }
        pause = 1000;
        if (answer.overtaken) { waiting.add(name); await refresh(); return; }
        show(answer, new Map(sent));
        if (answer.ok && answer.rows[name]) finish(original(name, fields(element(answer.rows[name])))?.[1]);
        if (answer.ok || !isRetry) say(answer.status, !answer.ok);
        if (!isRetry && action?.startsWith("add:") && [action, undefined].includes(document.activeElement.value)) {
          focusNewElement(name);
        }
        // A value that was refused because of this setting may be allowed now.
        const refused = others.filter(other => other.isConnected && other.querySelector(".error"));
        if (answer.ok && !isRetry) for (const other of refused) await save(form, other, undefined, true);
      } catch (error) {
        keepUnsaved(name, action, error);
      } finally {
        clearTimeout(slow);
        finish();
        const count = busy.get(name) - 1;
        if (count) busy.set(name, count); else for (const map of [busy, saved]) map.delete(name);
      }
    }

    function saveChange(control) {
      unsaved.delete(control);
      const row = control.closest(".row");
      if (!row) return;
      // A value that the user enters isn't absent, and neither is any value around it.
      for (let place = control; (place = place.parentElement.closest(".optional"));) {
        const box = place.firstElementChild;
        if (box !== control && box.type === "checkbox" && box.name.endsWith("/?")) box.checked = true;
      }
      save(control.form, row);
    }

    document.addEventListener("keydown", event => {
      if (event.target.type === "datetime-local" && !["Tab", "Enter"].includes(event.key)) typed = event.target;
    });

    // A date that is chosen with the pointer is complete.
    document.addEventListener("pointerdown", () => { typed = null; });

    document.addEventListener("change", event => {
      if (isReplacing) return;
      if (event.target === typed) unsaved.add(typed); else saveChange(event.target);
    });

    document.addEventListener("focusout", event => {
      if (isReplacing) return;
      typed = null;
      const control = event.target;
      const isInvalid = control.hasAttribute("aria-invalid");
      if (unsaved.delete(control) ? isDirty(control) || isInvalid : control.validity?.badInput && !isInvalid) {
        saveChange(control);
      }
    });

    document.addEventListener("submit", event => {
      const form = event.target;
      if (form.id === "undo") {
        event.preventDefault();
        post("api/undo", fields(form)).then(answer => { show(answer, new Map()); say(answer.status, !answer.ok); })
          .catch(error => say(error.message, true));
      } else if (form.matches(".section")) {
        event.preventDefault();
        const row = event.submitter?.closest(".row");
        if (row) { save(form, row, event.submitter.value); return; }
        const control = document.activeElement;
        const edited = control.closest(".row");
        // In most controls, the key Return has dispatched a change, whose save is in progress.
        const isNew = unsaved.delete(control) || !busy.get(edited?.dataset.name);
        if (edited && isEdited(edited) && isNew) save(form, edited);
      } else if (form.matches("[role=search]")) {
        event.preventDefault();
      }
    });

    // The rest of a search, which isn't in the window yet.
    let rest = 0;

    function showRest(names) {
      for (const [name, isFound] of names.splice(0, 100)) rowOf(name).hidden = !isFound;
      rest = names.length ? setTimeout(showRest, 0, names) : 0;
    }

    // The first rows that are found are shown at once, and the others after the browser has drawn these.
    function search() {
      const words = byId("q").value.toLowerCase().split(/\\s+/).filter(Boolean);
      const kind = byId("show").value;
      const title = kind.startsWith("section:") ? kind.slice("section:".length) : null;
      const isShown = row => kind === "modified" ? row.classList.contains("modified")
        : kind !== "locked" || part(row, "lock") !== null;
      const [first, others] = [[], []];
      let found = 0;
      clearTimeout(rest);
      for (const section of document.querySelectorAll("main section")) {
        const before = found;
        const changed = [];
        const isNamed = title === null || section.querySelector("h2").textContent === title;
        for (const row of section.querySelectorAll(".row")) {
          const isFound = isNamed && isShown(row) && words.every(word => row.dataset.search.includes(word));
          if (isFound) found += 1;
          // Each assignment makes the browser compute styles again.
          if (row.hidden === isFound) (found <= 20 ? changed : others).push([row.dataset.name, isFound]);
        }
        const isEmpty = found === before;
        if (section.hidden !== isEmpty) section.hidden = isEmpty;
        (isEmpty ? others : first).push(...changed);
      }
      for (const [name, isFound] of first) rowOf(name).hidden = !isFound;
      rest = setTimeout(showRest, 0, others);
      byId("nothing").hidden = found > 0;
      if (words.length || kind) say(found === 1 ? "1 setting" : found + " settings"); else say("");
    }
    byId("q").addEventListener("input", search);
    byId("show").addEventListener("change", search);

    """
}
