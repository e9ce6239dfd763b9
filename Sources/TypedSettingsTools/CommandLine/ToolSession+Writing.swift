internal import TypedSettings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ToolSession {
  func set() throws {
    var changes: [(name: String, value: SettingsValue)] = []
    var input: String?
    for argument in arguments.values {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, setting) = try setting(String(parts[0]))
      guard parts.count == 2 else {
        if input != nil { throw ToolFailure(.usage, "only one value can be taken from standard input") }
        let text = tool.console.readInput()
        input = text
        changes.append((name, try value(of: text.hasSuffix("\n") ? String(text.dropLast()) : text, for: name)))
        continue
      }
      if setting.traits.contains(.secret) {
        throw ToolFailure(
          .usage,
          "the secret '\(name)' isn't taken from arguments, which other processes can read; "
            + "write '\(tool.command) set \(name)' and pass it in standard input")
      }
      changes.append((name, try value(of: String(parts[1]), for: name)))
    }
    try change(changes.map { ($0.name, $0.value) })
  }

  /// Returns the value of text: with `--json` any value, and otherwise a string that the setting converts.
  private func value(of text: String, for name: String) throws -> SettingsValue {
    guard arguments.isJSON else { return .string(text) }
    do { return try JSONReader.value(of: text) } catch {
      throw ToolFailure(.usage, "the value of '\(name)' isn't JSON; with '--json', a string has quotation marks")
    }
  }

  func reset() throws {
    let names = arguments.has("all") ? settings.map(\.name) : try namedSettings().map(\.name)
    // A setting that another layer decides has nothing to reset, unless the user names it.
    let isSet = { (name: String) in
      try setting(name).setting.inspect().layers.contains { $0.isWritable && $0.value != nil }
    }
    let affected = arguments.has("all") ? try names.filter(isSet) : names
    try change(affected.map { ($0, nil) })
  }

  /// Changes or removes the values of settings in one step.
  private func change(_ changes: [(name: String, value: SettingsValue?)]) throws {
    for (name, _) in changes { try checkReadable(setting(name).setting, isWritten: true) }
    try SettingsDraft.transaction(of: groups, make: { ToolGroups(tool.makeGroups()) }) { draft in
      let members = draft.allSettings
      var refusals: [SettingsError] = []
      for (name, value) in changes {
        guard let member = members.first(where: { $0.name == name })?.setting else { continue }
        let original = try setting(name).setting
        guard member.store !== original.store else {
          throw ToolFailure(.usage, "the closure of the tool must make new groups, to which changes can be made first")
        }
        if let error = original.store.writeError(forKey: original.key) {
          refusals.append(error)
          continue
        }
        guard let value else {
          member.reset()
          continue
        }
        do throws(SettingsError) { try member.setEncodedValue(value) } catch { refusals.append(error) }
      }
      if !refusals.isEmpty { throw ToolFailure(refusals) }
    }
  }

  func export() throws {
    let format: FileSettingsStore.Format
    switch arguments.value(of: "format") ?? "json" {
    case "json": format = .json
    case "plist": format = .propertyList(.xml)
    default: throw ToolFailure(.usage, "'--format' is 'json' or 'plist'")
    }
    for (_, setting) in settings { try checkReadable(setting) }
    let document = try groups.export(format)
    tool.console.write(String(decoding: document, as: UTF8.self))
  }

  func importDocument() throws {
    let report = try groups.import(document(), refused: arguments.has("skip-refused") ? .skip : .fail)
    try show(report.differences)
    note("\(report.changed.count) changed, \(report.equal.count) equal, \(report.refused.count) refused")
  }

  func diff() throws { try show(try groups.diff(importing: document())) }

  private func show(_ differences: [SettingDifference]) throws {
    guard arguments.isJSON else { return differences.forEach { print("\($0)") } }
    let entries = differences.map { difference -> SettingsValue in
      var members: [String: SettingsValue] = ["name": .string(difference.name)]
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
}
