/// The settings that a page shows: those with words, or in a state.
struct PageSearch: Hashable, Sendable {
  /// A state of settings.
  enum Kind: String, CaseIterable, Sendable {
    /// The user has set the value.
    case modified
    /// Another layer decides the value.
    case locked

    /// The words in the menu.
    fileprivate var title: String {
      switch self {
      case .modified: "Modified"
      case .locked: "Locked"
      }
    }
  }

  var text = ""
  /// The state, or `nil` for all settings.
  var kind: Kind?

  /// A search that finds everything.
  static let everything = PageSearch()

  init() {}

  /// Creates a search from the parameters of a query.
  init(_ query: FormFields?) {
    text = query?["q"] ?? ""
    kind = query?["show"].flatMap(Kind.init)
  }

  /// Returns whether a setting is shown.
  func matches(_ row: FormRow) -> Bool {
    switch kind {
    case .modified where !row.isModified, .locked where row.lock == nil: false
    default: row.matches(FormRow.words(of: text))
    }
  }

  /// Returns a path that keeps the search.
  func path(_ path: String) -> String {
    let path = path.isEmpty ? "./" : path
    var parameters: [String] = []
    if !text.isEmpty { parameters.append("q=\(text.percentEncoded)") }
    if let kind { parameters.append("show=\(kind.rawValue)") }
    return parameters.isEmpty ? path : "\(path)?\(parameters.joined(separator: "&"))"
  }

  /// The form of the search.
  var form: HTML {
    let kinds: [(value: String, title: String)] = [("", "All")] + Kind.allCases.map { ($0.rawValue, $0.title) }
    return .element(
      "form", ["role": "search", "method": "get", "action": Self.everything.path("")],
      .element("label", ["for": "q"], .text("Search")),
      .element("input", ["type": "search", "id": "q", "name": "q", "value": text, "autocomplete": "off"]),
      .element(
        "select", ["id": "show", "name": "show", "aria-label": "Show"],
        kinds.map { kind in
          .element(
            "option", ["value": kind.value, "selected": flag(kind.value == self.kind?.rawValue ?? "")],
            .text(kind.title))
        }),
      .element("button", ["class": "plain withoutscript"], .text("Search")))
  }
}
