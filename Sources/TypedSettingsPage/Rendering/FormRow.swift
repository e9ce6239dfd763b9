internal import TypedSettingsCore
internal import TypedSettingsForms

/// A setting as the page shows it.
struct FormRow: Hashable, Sendable {
  /// The identity of the setting in forms.
  let name: String
  let title: String
  /// The title of the section, or `nil` if there is none.
  let section: String?
  let control: FormControl
  /// The texts of the controls.
  var fields: [String: String]
  /// The fingerprint of the fields that show the current value.
  let original: String
  /// The current value, or null if the setting is secret.
  var value = SettingsValue.null
  /// The paragraphs of the documentation, the rule of the values, and the reason why the setting is deprecated.
  var help: [String] = []
  /// A Boolean value that indicates whether the user has set the value.
  var isModified = false
  /// The default of a setting that the user has set.
  var defaultText: String?
  /// The reason why the setting can't be changed, or `nil` if it can.
  var lock: String?
  /// A Boolean value that indicates whether a secret is set; `nil` if the setting is not secret.
  var secret: Bool?
  /// The reason why the stored value isn't used.
  var notice: String?
  /// The reason why the last value was refused.
  var error: FieldError?
  /// The titles of choices by their stored values; another choice has the words of its value.
  var titles: [SettingsValue: String] = [:]

  /// The title of the section that the page shows.
  var sectionTitle: String { section ?? "General" }

  /// Returns the title of a choice of a control, whose own titles apply to the parts of a value.
  func title(of choice: SettingsValue, _ own: [SettingsValue: String]) -> String {
    titles[choice] ?? own[choice] ?? FormTitle.title(ofStored: choice)
  }

  /// The maximum number of characters of a value with parts.
  private static let maximumLength = 80

  /// Returns the text of a value, which is JSON if it has several parts; `nil` if the control can't show it.
  func text(of value: SettingsValue) -> String? {
    switch control {
    case .choices(_, let titles): return title(of: value, titles)
    case .toggle: return value == true ? "On" : "Off"
    case .integer, .number, .text, .color, .date, .timestamp:
      return control.fields(of: value, at: name)[name].map { $0.isEmpty ? "empty" : $0 }
    case .optional(let control) where control.isEmptiable && value.isNull: return "none"
    case .data, .list, .map, .group, .optional, .document:
      let text = DocumentFormat.json.canonical(value).jsonText
      return text.count > Self.maximumLength ? "\(text.prefix(Self.maximumLength))…" : text
    }
  }

  /// Returns whether the setting has all words of a search.
  func matches(_ words: [String]) -> Bool {
    let text = searchText
    return words.allSatisfy { text.contains($0) }
  }

  /// Everything that a search looks in, in lowercase.
  var searchText: String {
    var parts = [title, name, section ?? ""] + help
    if case .choices(let choices, let titles) = control { parts += choices.map { title(of: $0, titles) } }
    // The fields of a secret are empty.
    parts += fields.filter { !$0.key.hasSuffix("/#") && !FieldName.isPending($0.key) }.sorted { $0.key < $1.key }.map(
      \.value)
    return parts.joined(separator: " ").lowercased()
  }

  /// Returns the words of a search.
  static func words(of search: String) -> [String] {
    search.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension FormRow {
  /// Returns a Boolean value that indicates whether a part of the value may differ from what a browser was shown.
  ///
  /// A form contains all parts of a value. So saving one of them would restore the earlier values of the others.
  ///
  /// - Parameter original: The fingerprint of the fields that the browser was shown.
  /// - Returns: `true` if the value has several parts, and any of them has changed since.
  func hasOtherParts(than original: String?) -> Bool {
    (control.isComposed || control == .document) && original != self.original
  }

  /// Returns a Boolean value that indicates whether a value has the same fields as the current one.
  func shows(_ value: SettingsValue) -> Bool {
    FormControl.fingerprint(of: control.fields(of: value, at: name)) == original
  }
}

extension FormRow {
  /// The row as HTML, without its version.
  var html: HTML { html(version: nil) }

  /// Returns the row as HTML.
  ///
  /// - Parameter version: A number that grows with the time of rendering, so that a newer row isn't replaced.
  /// - Returns: The row.
  func html(version: Int?) -> HTML {
    .element(
      "div",
      [
        "class": isModified ? "row modified" : "row", "id": identifier("row", name), "data-name": name,
        "data-search": searchText, "data-version": version.map { "\($0)" },
      ],
      [hiddenFields, ControlRenderer(row: self).html, details])
  }

  private var hiddenFields: HTML {
    if lock != nil { return .empty }
    return .all([
      .element("input", ["type": "hidden", "name": FormFields.settingName, "value": name]),
      .element("input", ["type": "hidden", "name": FieldName.original(name), "value": original]),
    ])
  }

  /// The identifiers of the texts that describe the control.
  var descriptions: String? {
    let identifiers = [
      help.isEmpty ? nil : identifier("help", name), lock == nil ? nil : identifier("lock", name),
      notice == nil ? nil : identifier("notice", name), error == nil ? nil : identifier("error", name),
    ]
    let list = identifiers.compactMap { $0 }
    return list.isEmpty ? nil : list.joined(separator: " ")
  }

  private var details: HTML {
    var parts = [
      HTML.element(
        "a",
        [
          "class": "anchor", "href": "#\(identifier("row", name))", "aria-label": "Link to \(title)",
          // The key Tab goes from control to control.
          "tabindex": "-1",
        ], .text("#"))
    ]
    if let error {
      parts.append(
        .element("p", ["class": "error", "id": identifier("error", name), "role": "alert"], .text(error.message)))
    }
    if let notice {
      parts.append(.element("p", ["class": "notice", "id": identifier("notice", name)], .text(notice)))
    }
    if let lock { parts.append(.element("p", ["class": "lock", "id": identifier("lock", name)], .text(lock))) }
    if !help.isEmpty {
      parts.append(.element("div", ["class": "help", "id": identifier("help", name)], help.map(Markdown.block)))
    }
    if isModified {
      parts.append(
        .element(
          "p", ["class": "badge"], .element("span", [:], .text("Modified")),
          defaultText.map { .element("span", ["class": "default"], .text("Default: \($0)")) } ?? .empty,
          lock == nil
            ? .element(
              "button",
              [
                "name": FormFields.actionName, "value": "reset:\(name)", "class": "plain",
                "aria-label": "Reset \(title)", "id": identifier("reset", name),
              ],
              .text("Reset"))
            : .empty))
    }
    return .element("div", ["class": "details"], parts)
  }
}
