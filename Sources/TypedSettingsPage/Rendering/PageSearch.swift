/// The settings that a page shows: those with words, in a state, or of a section.
struct PageSearch: Hashable, Sendable {
  /// A state or the place of settings.
  enum Kind: Hashable, Sendable {
    /// The user has set the value.
    case modified
    /// Another layer decides the value.
    case locked
    /// The section has the title.
    case section(String)

    private static let sectionPrefix = "section:"

    /// Creates a kind from the parameter of a query; `nil` for any other text.
    init?(parameter: String) {
      switch parameter {
      case "modified": self = .modified
      case "locked": self = .locked
      case _ where parameter.hasPrefix(Self.sectionPrefix):
        self = .section(String(parameter.dropFirst(Self.sectionPrefix.count)))
      default: return nil
      }
    }

    /// The parameter of a query.
    var parameter: String {
      switch self {
      case .modified: "modified"
      case .locked: "locked"
      case .section(let title): Self.sectionPrefix + title
      }
    }

    /// The words in the menu.
    fileprivate var title: String {
      switch self {
      case .modified: "Modified"
      case .locked: "Locked"
      case .section(let title): "Section: \(title)"
      }
    }
  }

  var text = ""
  /// The state or the section, or `nil` for all settings.
  var kind: Kind?

  /// A search that finds everything.
  static let everything = PageSearch()

  init() {}

  /// Creates a search from the parameters of a query.
  init(_ query: FormFields?) {
    text = query?["q"] ?? ""
    kind = query?["show"].flatMap(Kind.init(parameter:))
  }

  /// Returns whether a setting is shown.
  func matches(_ row: FormRow) -> Bool {
    switch kind {
    case .modified where !row.isModified, .locked where row.lock == nil: false
    case .section(let title) where row.sectionTitle != title: false
    default: row.matches(FormRow.words(of: text))
    }
  }

  /// Returns a path that keeps the search.
  func path(_ path: String) -> String {
    let path = path.isEmpty ? "./" : path
    var parameters: [String] = []
    if !text.isEmpty { parameters.append("q=\(text.percentEncoded)") }
    if let kind { parameters.append("show=\(kind.parameter.percentEncoded)") }
    return parameters.isEmpty ? path : "\(path)?\(parameters.joined(separator: "&"))"
  }

  /// Returns the form of the search.
  ///
  /// - Parameter sections: The titles of the sections.
  /// - Returns: The form.
  func form(sections: [String]) -> HTML {
    let kinds = [.modified, .locked] + (sections.count > 1 ? sections.map(Kind.section) : [])
    let options = [(value: "", title: "All")] + kinds.map { (value: $0.parameter, title: $0.title) }
    return .element(
      "form", ["role": "search", "method": "get", "action": Self.everything.path("")],
      .element("label", ["for": "q"], .text("Search")),
      .element("input", ["type": "search", "id": "q", "name": "q", "value": text, "autocomplete": "off"]),
      .element(
        "select", ["id": "show", "name": "show", "aria-label": "Show"],
        options.map { option in
          .element(
            "option", ["value": option.value, "selected": flag(option.value == kind?.parameter ?? "")],
            .text(option.title))
        }),
      .element("button", ["class": "plain withoutscript"], .text("Search")))
  }
}
