internal import TypedSettingsCore
internal import TypedSettingsForms

extension ToolSession {
  /// A problem with one right solution, which can be carried out.
  private struct Fix {
    let kind: String
    let name: String
    let text: String
    /// Carries the solution out, unless the stored values have changed since.
    let apply: () throws -> Void

    var json: SettingsValue { ["kind": .string(kind), "name": .string(name), "fix": .string(text)] }
  }

  /// Carries out the solutions of problems that have only one, and prints the other problems.
  ///
  /// - Parameter isPreview: Pass `true` to print the solutions only.
  /// - Throws: The error of a store, or ``ToolFailure`` if other problems are left.
  func fix(isPreview: Bool) throws {
    let fixes = misspelledNames + outdatedValues
    for fix in fixes where !isPreview { try fix.apply() }
    if !arguments.isJSON {
      for fix in fixes { print("\(fix.kind): \(fix.name): \(fix.text)".printable(keepsLines: false)) }
      if fixes.isEmpty { note("nothing to fix") }
    }
    let list = fixes.map(\.json)
    if isPreview {
      if arguments.isJSON { try print(json: .array(list)) }
      return
    }
    for setting in settings.map(\.setting) { try setting.store.writeTarget(forKey: setting.key).flush() }
    try ToolSession(tool, arguments, messages).listProblems(after: list)
  }

  /// The stored names that no setting declares, and that are similar to the name of one setting without a value.
  private var misspelledNames: [Fix] {
    var taken: Set<SettingsKey> = []
    return groups.undeclared.compactMap { unknown in
      guard let key = unknown.key, let nearest = unknown.nearest,
        let (name, setting) = settings.first(where: {
          $0.setting.key == SettingsKey(domain: key.domain, name: nearest)
        }),
        let linked = setting as? any LinkedSetting, !setting.traits.contains(.secret)
      else { return nil }
      let store = setting.store.writeTarget(forKey: setting.key)
      guard let value = store.value(forKey: key), store.value(forKey: setting.key) == nil,
        linked.issues(of: value).isEmpty, taken.insert(setting.key).inserted
      else { return nil }
      let text = "\(key.name) is renamed to \(setting.key.name)"
      return Fix(kind: "misspelled", name: name, text: text) {
        let changes = SettingsChanges(
          [key: nil, setting.key: value], ifUnchanged: [key: value, setting.key: SettingsValue?.none])
        messages.markWritten(.text("\(unknown.report)"))
        guard try store.commit(changes) else {
          throw ToolFailure(.unavailable, "'\(name)' was changed at the same time; try again")
        }
      }
    }
  }

  /// The settings whose values are stored in an older form or under an older name.
  private var outdatedValues: [Fix] {
    settings.compactMap { name, setting in
      guard let linked = setting as? any LinkedSetting, linked.isOutdated else { return nil }
      return Fix(kind: "outdated", name: name, text: "the value is stored in its present form and under its name") {
        _ = try setting.migrate()
      }
    }
  }
}
