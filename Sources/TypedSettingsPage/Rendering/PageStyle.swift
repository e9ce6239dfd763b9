extension PageRenderer {
  /// The style sheet.
  static let style = """
    :root {
      color-scheme: light dark;
      --page: #f4f4f6; --card: #fff; --text: #1b1b1f; --faint: #595960; --line: #85858f; --rule: #e2e2e8;
      --accent: #0b57c2; --on-accent: #fff; --error: #b3151d; --notice: #7a4a00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #131316; --card: #1e1e22; --text: #ececf1; --faint: #a9a9b3; --line: #8a8a95; --rule: #34343b;
        --accent: #8ab4f8; --on-accent: #10131a; --error: #ff9a94; --notice: #f3c074;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 9rem; }
    body {
      margin: 0; background: var(--page); color: var(--text); font: 1rem/1.45 system-ui, sans-serif;
      overflow-wrap: anywhere;
    }
    header, main { max-width: 52rem; margin: 0 auto; padding: 0 1rem; }
    header {
      display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding-top: 1rem; z-index: 1;
      position: sticky; top: -3.25rem; background: var(--page);
    }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: .5rem 0 0; padding: 0; }
    nav a { color: var(--accent); display: inline-block; min-height: 1.5rem; }
    h1 { font-size: 1.5rem; margin: 0; flex: 1 1 100%; }
    h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
    main { padding-bottom: 3rem; outline: none; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem; }
    form[role=search] { display: flex; gap: .5rem; align-items: center; flex: 1 1 18rem; }
    form[role=search] input { flex: 1; min-width: 0; }
    form[role=search] select { width: auto; }
    #status { margin: 0; flex: 1 1 100%; min-height: 1.45em; color: var(--faint); }
    #status.failure { color: var(--error); }
    form.section { background: var(--card); border: 1px solid var(--rule); border-radius: .75rem; padding: 0 1rem; }
    .row {
      padding: .85rem 0; border-top: 1px solid var(--rule); scroll-margin: 4rem;
      content-visibility: auto; contain-intrinsic-size: auto 7rem; overflow-clip-margin: 1rem;
    }
    .first + .row { border-top: 0; }
    .row:target { outline: 2px solid var(--accent); outline-offset: .25rem; border-radius: .25rem; }
    .anchor {
      float: right; color: var(--faint); text-decoration: none; min-width: 1.5rem; min-height: 1.5rem;
      text-align: center;
    }
    .help ul { list-style: disc; margin: .25rem 0 0; padding-left: 1.25rem; display: block; }
    .help li { display: list-item; }
    .help a { color: var(--accent); }
    code { font-family: ui-monospace, monospace; font-size: .95em; }
    li.pending { border-left: 3px solid var(--accent); padding-left: .5rem; }
    .row[hidden], section[hidden] { display: none; }
    .field {
      display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 20rem); gap: .25rem 1rem; align-items: center;
    }
    .field label { font-weight: 550; }
    .details, .part { color: var(--faint); font-size: .9rem; }
    .part { grid-column: 1 / -1; margin: 0; }
    .details p { margin: .25rem 0 0; }
    .details .error, .details .unsaved { color: var(--error); font-weight: 550; }
    .details .unsaved button { margin: .25rem 0 0 .5rem; min-height: 2rem; padding: .1rem .6rem; font-size: .9rem; }
    .details .notice, .details .lock { color: var(--notice); }
    .badge { display: flex; gap: .5rem; align-items: center; }
    .badge span { color: var(--accent); font-weight: 550; }
    .badge .default { color: var(--faint); font-weight: 400; }
    input, select, textarea, button { font: inherit; color: inherit; }
    input, select, textarea {
      width: 100%; min-height: 2.5rem; padding: .4rem .6rem; background: var(--card); border: 1px solid var(--line);
      border-radius: .5rem;
    }
    ::placeholder { color: var(--faint); opacity: 1; }
    textarea { font-family: ui-monospace, monospace; font-size: .9rem; }
    input[type=checkbox] {
      width: 1.5rem; min-height: 1.5rem; margin: 0; accent-color: var(--accent); justify-self: end; flex: none;
    }
    input[role=switch] {
      appearance: none; width: 2.75rem; border-radius: 1rem; padding: 0; position: relative;
      border: 1px solid var(--line);
    }
    input[role=switch]::before {
      content: ""; position: absolute; top: .2rem; left: .2rem; width: 1rem; height: 1rem; border-radius: 50%;
      background: var(--line);
    }
    input[role=switch]:checked { background: var(--accent); border-color: var(--accent); }
    input[role=switch]:checked::before { left: 1.45rem; background: var(--on-accent); }
    input[type=color] { padding: .2rem; }
    [aria-invalid=true] { border-color: var(--error); outline: 1px solid var(--error); }
    :disabled { opacity: .75; cursor: not-allowed; }
    button {
      min-height: 2.5rem; padding: .4rem 1rem; border-radius: .5rem; border: 1px solid var(--accent);
      background: var(--accent); color: var(--on-accent); cursor: pointer;
    }
    button.plain { background: transparent; color: var(--accent); border-color: var(--line); }
    button.plain:disabled { color: var(--faint); }
    .badge button, li button { min-height: 2rem; padding: .1rem .6rem; font-size: .9rem; }
    button.first { position: absolute; left: -99rem; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    fieldset {
      border: 1px solid var(--rule); border-radius: .5rem; margin: 0; padding: .5rem .75rem .75rem; min-width: 0;
    }
    fieldset fieldset { margin-top: .5rem; }
    legend { font-weight: 550; padding: 0 .25rem; }
    .members { display: grid; gap: .5rem; }
    .members .field { grid-template-columns: minmax(0, 1fr) minmax(0, 18rem); }
    .members .field label { font-weight: 400; }
    .optional { display: flex; gap: .5rem; align-items: center; }
    .optional > :not(input[type=checkbox], label) { flex: 1; min-width: 0; }
    .optional > label { color: var(--faint); font-weight: 400; }
    ol { list-style: none; margin: .25rem 0 .5rem; padding: 0; display: grid; gap: .5rem; }
    li { display: flex; gap: .5rem; align-items: center; }
    li > :first-child { flex: 1; min-width: 0; }
    li > input[type=checkbox]:first-child { flex: none; margin-right: auto; }
    .member { display: flex; gap: .5rem; }
    .none { color: var(--faint); margin: .25rem 0 .5rem; }
    .actions { margin: 0; padding: .85rem 0; border-top: 1px solid var(--rule); }
    .live .withoutscript { display: none; }
    @media (max-width: 36rem) {
      .field, .members .field { grid-template-columns: minmax(0, 1fr); }
      .field:has(> input[type=checkbox]) { grid-template-columns: minmax(0, 1fr) auto; }
    }
    @media (forced-colors: active) { input[role=switch] { appearance: auto; width: 1.5rem; } }

    """
}
