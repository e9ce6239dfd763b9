/// The document of the page as HTML.
struct PageRenderer {
  /// The paths of the page, relative to its folder.
  enum Path {
    static let page = ""
    static let save = "save"
    static let undo = "undo"
    static let style = "style.css"
    static let script = "script.js"
    static let scriptSave = "api/save"
    static let scriptUndo = "api/undo"
    static let events = "events"
    static let rows = "rows"
  }

  /// A change that can be undone.
  struct Undo: Hashable, Sendable {
    let identifier: Int
    let title: String
  }

  let title: String
  /// All rows, in the order of the sections.
  let rows: [FormRow]
  /// The change that can be undone, or `nil` if there is none.
  let undo: Undo?
  var search = PageSearch.everything
  /// The outcome of the last request.
  var status = ""
  /// A Boolean value that indicates whether the outcome is a failure.
  var isFailure = false
  let version: Int

  /// The document.
  var html: HTML {
    .document(
      .element(
        "head", [:], .element("meta", ["charset": "utf-8"]),
        .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .element("meta", ["name": "color-scheme", "content": "light dark"]),
        .element("title", [:], .text(title)),
        .element("link", ["rel": "stylesheet", "href": Path.style]),
        .element("script", ["src": Path.script, "defer": ""])),
      .element(
        "body", [:], .element("a", ["class": "skip", "href": "#settings"], .text("Skip to the settings")), header, main)
    )
  }

  private var header: HTML {
    .element(
      "header", [:], .element("h1", [:], .text(title)),
      search.form(sections: rows.map(\.sectionTitle).uniqued),
      Self.undoForm(undo, search: search),
      .element(
        "p", ["id": "status", "role": isFailure ? "alert" : "status", "class": isFailure ? "failure" : nil],
        .text(status)))
  }

  /// Returns the button that undoes the last change.
  static func undoForm(_ undo: Undo?, search: PageSearch = .everything) -> HTML {
    .element(
      "form", ["method": "post", "action": search.path(Path.undo), "id": "undo"],
      .element("input", ["type": "hidden", "name": FormFields.stepName, "value": undo.map { "\($0.identifier)" }]),
      .element(
        "button", ["class": "plain", "id": "undo-button", "disabled": flag(undo == nil)],
        .text(undo.map { "Undo: \($0.title)" } ?? "Undo")))
  }

  private var main: HTML {
    var sections: [(title: String, rows: [FormRow])] = []
    for row in rows where search.matches(row) || row.error != nil {
      if let index = sections.firstIndex(where: { $0.title == row.sectionTitle }) {
        sections[index].rows.append(row)
      } else {
        sections.append((row.sectionTitle, [row]))
      }
    }
    let content = sections.enumerated().map { section($0.offset, $0.element.title, $0.element.rows) }
    return .element(
      "main", ["id": "settings", "tabindex": "-1"],
      [contents(sections.map(\.title))] + content + [
        .element(
          "p", ["class": "none", "id": "nothing", "hidden": flag(!content.isEmpty)], .text("No setting matches."))
      ])
  }

  /// Returns the links to the sections, if there are several.
  private func contents(_ titles: [String]) -> HTML {
    if titles.count < 3 { return .empty }
    return .element(
      "nav", ["aria-label": "Sections"],
      .element(
        "ul", [:],
        titles.enumerated().map { index, title in
          .element("li", [:], .element("a", ["href": "#section-\(index)", "id": "contents-\(index)"], .text(title)))
        }))
  }

  private func section(_ index: Int, _ title: String, _ rows: [FormRow]) -> HTML {
    .element(
      "section", ["aria-labelledby": "section-\(index)"],
      .element("h2", ["id": "section-\(index)"], .text(title)),
      .element(
        "form",
        ["method": "post", "action": search.path(Path.save), "novalidate": "", "class": "section"],
        // The key Return presses the first button of a form.
        [
          .element(
            "button",
            [
              "name": FormFields.actionName, "value": "save", "class": "first", "tabindex": "-1",
              "aria-hidden": "true",
            ], .text("Save"))
        ]
          + rows.map { $0.html(version: version) }
          + [
            .element(
              "p", ["class": "actions withoutscript"],
              .element("button", ["name": FormFields.actionName, "value": "save"], .text("Save")))
          ]))
  }
}

extension [String] {
  /// The different texts, in their order.
  fileprivate var uniqued: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
