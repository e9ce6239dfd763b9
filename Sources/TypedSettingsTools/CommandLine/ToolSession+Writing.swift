internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ToolSession {
  /// A change of a setting, which is made in a draft.
  struct Change {
    let setting: any Setting
    let edit: Edit
    /// The text of the new value, if a user typed it as a whole.
    var text: String?

    /// A change of a value or of a part of it.
    enum Edit {
      /// Sets the value, or refuses it for a reason.
      case set(Result<SettingsValue, SettingsError>)
      /// Removes the stored value.
      case remove
      /// Changes a part of the value that the setting has then.
      case part(ValuePlace, PartEdit)
    }

    /// The value that the setting is to have, if it doesn't depend on the present one.
    fileprivate var value: SettingsValue? { if case .set(.success(let value)) = edit { value } else { nil } }
  }

  /// An argument of `set`: a place, the operator and the text of the value, or `nil` if it's taken from the input.
  private typealias Assignment = (place: ValuePlace, sign: Character, text: String?)

  func set() throws {
    var mistakes: [ToolFailure] = []
    // All names are looked up before the input is read, which would keep the user waiting.
    let assignments = assignedTexts.compactMap { name, text -> Assignment? in
      do throws(ToolFailure) { return try assignment(of: name, text) } catch {
        mistakes.append(error)
        return nil
      }
    }
    if assignments.count(where: { $0.text == nil }) > 1 {
      mistakes.append(
        ToolFailure(.usage, "only one value can be taken from the input; write 'NAME=VALUE' for the others"))
    }
    var changes: [Int: Change] = [:]
    let ordered = assignments.enumerated().sorted { $0.element.text != nil && $1.element.text == nil }
    for (index, (place, sign, text)) in ordered where text != nil || mistakes.isEmpty {
      do throws(ToolFailure) {
        let isHidden = place.setting.traits.contains(.secret)
        let text = if let text { text } else { try inputText(for: place.name, isHidden: isHidden) }
        changes[index] = try change(of: place, sign, to: text)
      } catch {
        if error.code != .usage { throw error }
        mistakes.append(error)
      }
    }
    let sorted = changes.sorted { $0.key < $1.key }.map(\.value)
    try change(sorted, besides: mistakes)
    for change in sorted { remark(on: change) }
  }

  /// The names in the arguments with the text of their values.
  ///
  /// As in other tools, `NAME VALUE` sets one setting.
  private var assignedTexts: [(name: String, value: String?)] {
    let assigned = arguments.values.map(\.assignment)
    if assigned.count == 2, assigned.allSatisfy({ $0.value == nil }) { return [(assigned[0].name, assigned[1].name)] }
    return assigned
  }

  private func assignment(of name: String, _ text: String?) throws(ToolFailure) -> Assignment {
    let (place, sign) = try assignedPlace(name, hasText: text != nil)
    if text != nil, place.setting.traits.contains(.secret) {
      throw ToolFailure(
        .usage,
        "the secret '\(place.named.name)' isn't taken from arguments, which other processes can read; "
          + "write '\(tool.command) set \(place.named.name)', and type it or pass it in standard input")
    }
    return (place, sign, text)
  }

  /// Returns the place that a name before the equals sign means, and the operator `+`, `-` or `=`.
  private func assignedPlace(_ name: String, hasText: Bool) throws(ToolFailure) -> (ValuePlace, Character) {
    do throws(ToolFailure) { return (try place(name), "=") } catch {
      guard hasText, let sign = name.last, sign == "+" || sign == "-" else { throw error }
      return (try place(String(name.dropLast())), sign)
    }
  }

  /// Returns the change of a place to a text that a user typed.
  private func change(of place: ValuePlace, _ sign: Character, to text: String) throws(ToolFailure) -> Change {
    if sign == "=", place.path.isEmpty {
      return Change(setting: place.setting, edit: .set(try value(of: text, for: place.name, place.setting)), text: text)
    }
    let value =
      arguments.isJSON ? try json(of: text, for: place.name) : place.json(ofText: text, isElement: sign != "=")
    let edit: PartEdit =
      switch sign {
      case "+": .add(value)
      case "-": .subtract(value)
      default: .assign(value)
      }
    return Change(setting: place.setting, edit: .part(place, edit))
  }

  /// Writes a warning if a change has another effect than the user expects.
  private func remark(on change: Change) {
    let setting = change.setting
    let name = name(forKey: setting.key) ?? setting.name
    if setting.traits.contains(.transient) {
      note("warning: '\(name)' isn't stored, so its value is lost when this command ends")
    } else if let value = change.value, let actual = setting.encodedValue, isOther(actual, than: value, of: setting) {
      note("warning: '\(name)' is now \(named(actual, of: setting).jsonText), the nearest value that it can have")
    }
    if let deprecation = setting.attributes.deprecation { note("warning: '\(name)' is deprecated: \(deprecation)") }
  }

  /// Returns whether a setting has another value than it was set to.
  ///
  /// A part that's missing in a structure has its default, which is the value that the user expects.
  private func isOther(_ actual: SettingsValue, than value: SettingsValue, of setting: any Setting) -> Bool {
    switch actual {
    case .dictionary, .array: (setting as? any LinkedSetting)?.areEquivalent(actual, value) == false
    default: actual != value
    }
  }

  /// Returns the value of text, which is JSON with `--json`.
  private func value(of text: String, for name: String, _ setting: any Setting) throws(ToolFailure) -> Result<
    SettingsValue, SettingsError
  > {
    let linked = setting as? any LinkedSetting
    guard arguments.isJSON else {
      return Result { () throws(SettingsError) in try linked?.value(ofText: text, usesDefault: false) ?? .string(text) }
    }
    let json = try json(of: text, for: name)
    return Result { () throws(SettingsError) in try linked?.value(ofJSON: json) ?? json }
  }

  private func json(of text: String, for name: String) throws(ToolFailure) -> SettingsValue {
    do throws(SettingsError) { return try JSONReader.value(of: text) } catch {
      throw ToolFailure(.usage, "the value of '\(name)' isn't JSON; with '--json', a string has quotation marks")
    }
  }

  func reset() throws {
    guard arguments.has("all") else {
      return try change(
        places().map { Change(setting: $0.setting, edit: $0.path.isEmpty ? .remove : .part($0, $0.reset)) })
    }
    var affected: [Change] = []
    for (name, setting) in settings {
      let inspection = setting.inspect()
      guard inspection.layers.contains(where: { $0.isWritable && $0.value != nil }) else { continue }
      // Unless the user names it, a locked setting doesn't prevent the reset of the others.
      if inspection.isLocked {
        let layer = inspection.layers.lockingLayer ?? ""
        note("warning: '\(name)' isn't reset, because the layer '\(layer)' locks it")
      } else {
        affected.append(Change(setting: setting, edit: .remove))
      }
    }
    try change(affected)
  }

  /// Makes changes in one step.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - mistakes: The mistakes in other arguments. If there are any, nothing is changed, and the refusals of the
  ///     changes are listed with them.
  /// - Throws: `ToolFailure` for mistakes and refusals, or the error of a store that can't save the changes.
  func change(_ changes: [Change], besides mistakes: [ToolFailure] = []) throws {
    if mistakes.isEmpty { for change in changes { try checkWritable(change.setting) } }
    do {
      try make(changes, besides: mistakes)
    } catch let error as SettingsError {
      throw ToolFailure(
        mistakes: error.reasons.map { reason in
          refusal(reason, ofText: changes.last { $0.setting.key == reason.key }?.text)
        })
    }
    try flush(changes.map(\.setting))
  }

  private func make(_ changes: [Change], besides mistakes: [ToolFailure]) throws {
    try SettingsDraft.transaction(of: groups, make: { ToolGroups(tool.makeGroups()) }) { draft in
      let members = Dictionary(draft.allSettings.map { ($0.setting.key, $0.setting) }) { first, _ in first }
      var refusals: [ToolFailure] = []
      for change in changes {
        let original = change.setting
        guard let member = members[original.key], member.store !== original.store else {
          throw ToolFailure(
            .usage,
            "the closure of the tool must make new groups of the same settings each time; nothing was changed")
        }
        do throws(SettingsError) {
          if let error = original.store.writeError(forKey: original.key) { throw error }
          try change.edit.apply(to: member)
        } catch {
          refusals.append(
            refusal(error.at(original.key, isSecret: original.traits.contains(.secret)), ofText: change.text))
        }
      }
      if !refusals.isEmpty || !mistakes.isEmpty { throw ToolFailure(mistakes: mistakes + refusals) }
    }
  }

  /// Makes changes durable, because the process can end after the command.
  ///
  /// Other layers than the writable one aren't flushed. This process may not be able to write their files, such as the
  /// cache of a fleet's settings, and the changes don't depend on that.
  private func flush(_ changed: [any Setting]) throws {
    var failure: ToolFailure?
    var flushed: [any SettingsStore] = []
    for setting in changed {
      let store = setting.store.writeTarget(forKey: setting.key)
      if flushed.contains(where: { $0 === store }) { continue }
      flushed.append(store)
      do { try store.flush() } catch {
        failure = failure ?? ToolFailure(.unavailable, "the changes may not be saved: \(error)")
      }
    }
    if let failure { throw failure }
  }

  func export() throws {
    let format: FileSettingsStore.Format
    switch arguments.value(of: "format") ?? "json" {
    case "json": format = .json
    case "plist": format = .propertyList(.xml)
    default: throw ToolFailure(.usage, "'--format' is 'json' or 'plist'")
    }
    // Only the values of the writable layer are exported.
    let files = settings.flatMap(\.setting.files).filter(\.isWritable)
    if let error = files.lazy.compactMap(\.readError).first { throw ToolFailure(error) }
    write(try groups.export(format))
    // A script must not replace a complete document with this one.
    if let problem = files.lazy.compactMap(\.problem).first {
      messages.markWritten(.text("\(problem)"))
      throw ToolFailure(.unavailable, "values may be missing in the document: \(problem)")
    }
  }

  func importDocument() throws {
    let document = try document()
    for difference in try groups.diff(importing: document) {
      switch difference.outcome {
      case .change, .refused: if let setting = groups.setting(forKey: difference.key) { try checkWritable(setting) }
      case .equal, .notDeclared, .transient: break
      }
    }
    let report = try groups.import(document, refused: arguments.has("skip-refused") ? .skip : .fail)
    try flush(report.changed.compactMap { groups.setting(forKey: $0.key) })
    try show(report.differences)
    note("\(report.changed.count) changed, \(report.equal.count) equal, \(report.refused.count) refused")
  }

  func diff() throws {
    let differences = try groups.diff(importing: document())
    for difference in differences {
      if let setting = groups.setting(forKey: difference.key) { try checkReadable(setting) }
    }
    try show(differences)
  }

  private func show(_ differences: [SettingDifference]) throws {
    guard arguments.isJSON else { return differences.forEach { print(line(of: $0).printable(keepsLines: false)) } }
    let entries = differences.map { difference -> SettingsValue in
      var members: [String: SettingsValue] = ["name": .string(name(forKey: difference.key) ?? difference.name)]
      let setting = groups.setting(forKey: difference.key)
      switch difference.outcome {
      case .change: members["outcome"] = "change"
      case .equal: members["outcome"] = "equal"
      case .notDeclared: members["outcome"] = "notDeclared"
      case .transient: members["outcome"] = "transient"
      case .refused(let error):
        members["outcome"] = "refused"
        members["reason"] = .string("\(error)")
      }
      // The value of an undeclared setting might be secret.
      if let setting {
        members["newValue"] = shown(difference.newValue, of: setting)
        if let old = difference.oldValue { members["oldValue"] = shown(old, of: setting) }
      }
      return .dictionary(members)
    }
    try print(json: .array(entries))
  }

  /// Returns the line of a difference, which names the setting as the other commands do.
  private func line(of difference: SettingDifference) -> String {
    let text = "\(difference)"
    guard let name = name(forKey: difference.key), text.hasPrefix(difference.name) else { return text }
    return "\(name)\(text.dropFirst(difference.name.count))"
  }
}

extension ToolSession.Change.Edit {
  /// Makes the change in a draft.
  fileprivate func apply(to member: any Setting) throws(SettingsError) {
    switch self {
    case .remove: member.reset()
    case .set(let value): try member.setEncodedValue(try value.get())
    case .part(let place, let edit):
      let json = try place.replacing(in: member.encodedValue) { part throws(SettingsError) in try edit.result(of: part)
      }
      guard let linked = member as? any LinkedSetting else { return try member.setEncodedValue(json) }
      try member.setEncodedValue(try linked.value(ofJSON: json))
    }
  }
}

extension ValuePlace {
  /// The edit that gives the part its default.
  fileprivate var reset: PartEdit { .reset(default: json(of: setting.inspect().defaultValue)) }
}
