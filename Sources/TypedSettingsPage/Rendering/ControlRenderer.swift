internal import TypedSettingsCore
internal import TypedSettingsForms

/// The controls of a row as HTML.
struct ControlRenderer {
  let row: FormRow

  /// A control inside of the row.
  private struct Place {
    let control: FormControl
    /// The name of the control's field, or the beginning of its fields' names.
    let path: String
    let title: String
    /// A Boolean value that indicates whether a label beside the control has its title.
    let isLabelled: Bool
    /// A Boolean value that indicates whether the documentation of the part is beside the control.
    var isDocumented = false
  }

  /// The label and the control of the setting.
  var html: HTML {
    if row.secret != nil { return secret }
    return labelled(row.control, row.name, row.title)
  }

  private func labelled(
    _ control: FormControl, _ path: String, _ title: String, documentation: String? = nil
  ) -> HTML {
    let place = Place(
      control: control, path: path, title: title, isLabelled: true, isDocumented: documentation != nil)
    let help = documentation.map {
      HTML.element("p", ["class": "part", "id": identifier("part", path)], .text($0))
    }
    if control.isComposed {
      return .element(
        "fieldset",
        [
          "id": identifier("f", path), "aria-describedby": descriptions(of: place, ofRow: path == row.name),
          "tabindex": path == row.name ? "-1" : nil,
        ],
        .element("legend", [:], .text(title)), help ?? .empty, contents(place))
    }
    return .element(
      "div", ["class": "field"], .element("label", ["for": identifier("f", path)], .text(title)), contents(place),
      help ?? .empty)
  }

  /// The identifiers of the texts that describe a control.
  private func descriptions(of place: Place, ofRow: Bool) -> String? {
    let identifiers = [
      place.isDocumented ? identifier("part", place.path) : nil, ofRow ? row.descriptions : nil,
    ].compactMap { $0 }
    return identifiers.isEmpty ? nil : identifiers.joined(separator: " ")
  }

  private func contents(_ place: Place) -> HTML {
    switch place.control {
    case .toggle:
      input(
        place, "checkbox", ["role": "switch", "value": FieldName.on, "checked": flag(row.fields[place.path] != nil)])
    case .integer(let minimum, let maximum):
      number(place, step: "1", minimum, maximum)
    case .number(let minimum, let maximum):
      number(place, step: "any", minimum, maximum)
    case .color: input(place, "color", ["value": text(place)])
    case .date(let minimum, let maximum), .timestamp(let minimum, let maximum):
      input(
        place, "datetime-local",
        [
          "value": text(place), "step": "1", "min": bound(minimum, of: place.control),
          "max": bound(maximum, of: place.control),
        ])
    case .text where !text(place).contains("\n"):
      input(place, "text", ["value": text(place), "autocomplete": "off", "spellcheck": "false"])
    case .text, .data, .document: textArea(place)
    case .choices(let choices, let titles): menu(place, choices, titles)
    case .optional(let control): optional(place, control)
    case .list(let control, _): list(place) { path, title in element(control, path, title) }
    case .map(let control, _): list(place) { path, title in member(control, path, title) }
    case .group(let members):
      .element(
        "div", ["class": "members"],
        members.map { member in
          labelled(
            member.control, FieldName.child(member.name, of: place.path), SettingTitle.words(of: member.name),
            documentation: member.documentation)
        })
    }
  }

  // MARK: Fields

  private func text(_ place: Place) -> String { row.fields[place.path] ?? "" }

  /// The attributes that all controls have.
  private func common(_ place: Place) -> [(String, String?)] {
    let isInvalid =
      row.error.map { $0.field == place.path || ($0.field == row.name && place.path == row.name) } ?? false
    return [
      ("id", identifier("f", place.path)), ("name", place.path), ("disabled", flag(row.lock != nil)),
      ("aria-label", place.isLabelled ? nil : place.title), ("aria-describedby", descriptions(of: place, ofRow: true)),
      ("aria-invalid", isInvalid ? "true" : nil),
    ]
  }

  private func input(_ place: Place, _ type: String, _ attributes: KeyValuePairs<String, String?>) -> HTML {
    .element("input", attributes: [("type", type)] + common(place) + attributes.map { ($0.key, $0.value) })
  }

  private func number(_ place: Place, step: String, _ minimum: SettingsValue?, _ maximum: SettingsValue?) -> HTML {
    input(
      place, "number",
      [
        "value": text(place), "step": step, "min": Self.bound(minimum), "max": Self.bound(maximum),
        "inputmode": step == "1" ? "numeric" : "decimal",
      ])
  }

  /// Returns the text of a bound, unless it's only the bound of a type with 64 bits.
  private static func bound(_ value: SettingsValue?) -> String? {
    guard let value, let number = value.number, number.magnitude < 9e15 else { return nil }
    return FormControl.text(of: value)
  }

  /// Returns the text of a bound of dates.
  private func bound(_ value: SettingsValue?, of control: FormControl) -> String? {
    let text = value.flatMap { control.fields(of: $0, at: row.name)[row.name] } ?? ""
    return text.isEmpty ? nil : text
  }

  private func textArea(_ place: Place) -> HTML {
    let text = text(place)
    let rows = min(12, max(3, text.split(separator: "\n", omittingEmptySubsequences: false).count))
    return .element(
      "textarea", attributes: common(place) + [("rows", "\(rows)"), ("spellcheck", "false")], [.lineFeed, .text(text)])
  }

  private func menu(_ place: Place, _ choices: [SettingsValue], _ titles: [SettingsValue: String]) -> HTML {
    let selected = text(place)
    var options = choices.map { (text: FormControl.text(of: $0), label: row.title(of: $0, titles)) }
    if !options.contains(where: { $0.text == selected }) { options.insert((selected, selected), at: 0) }
    return .element(
      "select", attributes: common(place),
      options.map { option in
        .element("option", ["value": option.text, "selected": flag(option.text == selected)], .text(option.label))
      })
  }

  private var secret: HTML {
    let place = Place(control: .text, path: row.name, title: row.title, isLabelled: true)
    return .element(
      "div", ["class": "field"], .element("label", ["for": identifier("f", row.name)], .text(row.title)),
      input(
        place, "password",
        [
          "value": "", "autocomplete": "new-password",
          "placeholder": row.secret == true ? "Set; type to replace" : "Not set",
        ]))
  }

  // MARK: Composed values

  private func optional(_ place: Place, _ control: FormControl) -> HTML {
    let inner = Place(
      control: control, path: place.path, title: place.title, isLabelled: place.isLabelled,
      isDocumented: place.isDocumented)
    if control.isEmptiable { return contents(inner) }
    let path = FieldName.presence(place.path)
    let box = Place(control: .toggle, path: path, title: "\(place.title): has a value", isLabelled: false)
    return .element(
      "div", ["class": "optional"],
      input(box, "checkbox", ["value": FieldName.on, "checked": flag(row.fields[path] != nil)]),
      .element("label", ["for": identifier("f", path), "aria-hidden": "true"], .text("Set")),
      contents(inner))
  }

  private func list(_ place: Place, _ element: (_ path: String, _ title: String) -> HTML) -> HTML {
    let count = row.fields[FieldName.count(place.path)].flatMap { Int($0) } ?? 0
    let pending = row.fields[FieldName.pending(place.path)]
    let items = (0..<min(count, FormControl.maximumElements)).map { index -> HTML in
      let path = FieldName.child(index, of: place.path)
      let title = "\(place.title) \(index + 1)"
      let isPending = pending?.hasPrefix("\(index) ") ?? false
      return .element(
        "li", ["class": isPending ? "pending" : nil], element(path, title),
        button("remove:\(path)", "Remove", label: "Remove \(title)"))
    }
    return .all([
      .element(
        "input",
        [
          "type": "hidden", "name": FieldName.count(place.path), "value": "\(count)",
          "disabled": flag(row.lock != nil),
        ]),
      pending.map { .element("input", ["type": "hidden", "name": FieldName.pending(place.path), "value": $0]) }
        ?? .empty,
      items.isEmpty ? .element("p", ["class": "none"], .text("No elements")) : .element("ol", [:], items),
      button("add:\(place.path)", "Add", label: "Add to \(place.title)"),
    ])
  }

  private func element(_ control: FormControl, _ path: String, _ title: String) -> HTML {
    control.isComposed
      ? labelled(control, path, title)
      : contents(Place(control: control, path: path, title: title, isLabelled: false))
  }

  private func member(_ control: FormControl, _ path: String, _ title: String) -> HTML {
    let name = Place(control: .text, path: FieldName.child("key", of: path), title: "\(title): name", isLabelled: false)
    let value = FieldName.child("value", of: path)
    return .element("div", ["class": "member"], contents(name), element(control, value, "\(title): value"))
  }

  private func button(_ action: String, _ text: String, label: String) -> HTML {
    .element(
      "button",
      [
        "name": FormFields.actionName, "value": action, "class": "plain", "aria-label": label,
        "disabled": flag(row.lock != nil), "id": identifier("b", action),
      ], .text(text))
  }
}
