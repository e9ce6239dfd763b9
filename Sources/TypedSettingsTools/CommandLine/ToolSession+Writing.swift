internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ToolSession {
  /// A new value of a setting, or the reason why it's refused; `nil` removes the stored one.
  private typealias Change = (setting: any Setting, value: Result<SettingsValue, SettingsError>?)

  func set() throws {
    var changes: [Int: Change] = [:]
    var mistakes: [ToolFailure] = []
    var hasInput = false
    // A command that fails anyway doesn't wait for a value to be typed, so that value is last.
    let numbered = arguments.values.enumerated()
    let assigned = numbered.filter { $0.element.assignment.value != nil }
    let named = numbered.filter { $0.element.assignment.value == nil }
    for (index, argument) in assigned + named {
      do throws(ToolFailure) {
        changes[index] = try change(of: argument, hasMistakes: !mistakes.isEmpty, hasInput: &hasInput)
      } catch {
        if error.code != .usage { throw error }
        mistakes.append(error)
      }
    }
    try change(changes.sorted { $0.key < $1.key }.map(\.value), besides: mistakes)
  }

  /// Returns the change that an argument expresses, or `nil` if its value isn't needed.
  private func change(
    of argument: String, hasMistakes: Bool, hasInput: inout Bool
  ) throws(ToolFailure) -> Change? {
    let (settingName, assigned) = argument.assignment
    let (name, setting) = try setting(settingName)
    guard let assigned else {
      if hasInput { throw ToolFailure(.usage, "only one value can be taken from standard input") }
      hasInput = true
      if hasMistakes { return nil }
      var text = try inputText()
      // The line break at the end of the input isn't part of the value.
      if let last = text.last, last == "\n" || last == "\r\n" { text.removeLast() }
      let change: Change = (setting, try value(of: text, for: name, setting))
      return change
    }
    if setting.traits.contains(.secret) {
      throw ToolFailure(
        .usage,
        "the secret '\(name)' isn't taken from arguments, which other processes can read; "
          + "write '\(tool.command) set \(name)' and pass it in standard input")
    }
    let change: Change = (setting, try value(of: assigned, for: name, setting))
    return change
  }

  /// Returns the value of text, which is JSON with `--json`.
  private func value(of text: String, for name: String, _ setting: any Setting) throws(ToolFailure) -> Result<
    SettingsValue, SettingsError
  > {
    let linked = setting as? any LinkedSetting
    guard arguments.isJSON else {
      return Result { () throws(SettingsError) in try linked?.value(ofText: text, usesDefault: false) ?? .string(text) }
    }
    do throws(SettingsError) {
      let json = try JSONReader.value(of: text)
      return Result { () throws(SettingsError) in try linked?.value(ofJSON: json) ?? json }
    } catch {
      throw ToolFailure(.usage, "the value of '\(name)' isn't JSON; with '--json', a string has quotation marks")
    }
  }

  func reset() throws {
    guard arguments.has("all") else { return try change(namedSettings().map { ($0.setting, nil) }) }
    var affected: [Change] = []
    for (name, setting) in settings {
      let inspection = setting.inspect()
      guard inspection.layers.contains(where: { $0.isWritable && $0.value != nil }) else { continue }
      // Unless the user names it, a locked setting doesn't prevent the reset of the others.
      if inspection.isLocked {
        let layer = inspection.layers.first { $0.value != nil && !$0.isSkipped }?.layer ?? ""
        note("warning: '\(name)' isn't reset, because the layer '\(layer)' locks it")
      } else {
        affected.append((setting, nil))
      }
    }
    try change(affected)
  }

  /// Changes or removes the values of settings in one step.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - mistakes: The mistakes in other arguments. If there are any, nothing is changed, and the refusals of the
  ///     changes are listed with them.
  /// - Throws: `ToolFailure` for mistakes and refusals, or the error of a store that can't save the changes.
  private func change(_ changes: [Change], besides mistakes: [ToolFailure] = []) throws {
    if mistakes.isEmpty { for (setting, _) in changes { try checkWritable(setting) } }
    try SettingsDraft.transaction(of: groups, make: { ToolGroups(tool.makeGroups()) }) { draft in
      let members = Dictionary(draft.allSettings.map { ($0.setting.key, $0.setting) }) { first, _ in first }
      var refusals: [SettingsError] = []
      for (original, value) in changes {
        guard let member = members[original.key], member.store !== original.store else {
          throw ToolFailure(
            .usage,
            "the closure of the tool must make new groups of the same settings each time; nothing was changed")
        }
        if let error = original.store.writeError(forKey: original.key) {
          refusals.append(error)
          continue
        }
        guard let value else {
          member.reset()
          continue
        }
        do throws(SettingsError) { try member.setEncodedValue(try value.get()) } catch { refusals.append(error) }
      }
      if !refusals.isEmpty || !mistakes.isEmpty { throw ToolFailure(mistakes: mistakes, refusals: refusals) }
    }
    try flush(changes.map(\.setting))
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
