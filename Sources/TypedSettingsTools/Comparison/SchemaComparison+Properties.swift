internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SchemaComparison {
  static let intended = "check that it's intended"
  static let nothing = "nothing: stored values aren't affected"

  /// Compares everything but the form and the constraint.
  mutating func compareProperties(_ before: Entry, _ after: Entry) {
    if let origin = exchangedKey(of: before, after) {
      add(
        .breaking, after, "the property reads the values that '\(before.name)' stored: its key was '\(origin.name)'",
        "restore the key '\(origin.name)'")
    } else if before.name != after.name {
      let keys = before.key == after.key ? ", with the same key" : ""
      add(
        .behavior, after, "the property was renamed from '\(before.name)' to '\(after.name)'\(keys)",
        "update scripts that use the name on the command line")
    }
    compareDefaults(before, after)
    compareTraits(before, after)
    compareAliases(before, after)
    let lost = before.options.filter { !after.options.contains($0) }
    if !lost.isEmpty {
      add(
        .behavior, after, "the command-line options \(lost.joined(separator: ", ")) were removed",
        "keep them for scripts that use them")
    } else if before.options != after.options {
      add(.compatible, after, "command-line options were added", Self.nothing)
    }
    if before.syncUnit != after.syncUnit || before.watchKey != after.watchKey {
      add(
        .behavior, after, "the setting is synchronized in another unit or under another key",
        "update all devices together")
    }
    let texts = [
      ("title", before.title, after.title), ("section", before.section, after.section),
      ("documentation", before.documentation, after.documentation),
      ("deprecation", before.deprecation, after.deprecation),
    ]
    for (name, old, new) in texts where old != new { add(.wording, after, "the \(name) changed", Self.nothing) }
    if before.partDocumentation != after.partDocumentation {
      add(.wording, after, "the documentation of parts changed", Self.nothing)
    }
  }

  /// Returns the former key of a property that has the key of another one now, or `nil` if the key isn't exchanged.
  private func exchangedKey(of before: Entry, _ after: Entry) -> SettingsKey? {
    if before.name == after.name || before.key != after.key { return nil }
    return old.entries.first { $0.name == after.name && $0.key.domain == after.key.domain && $0.key != after.key }?.key
  }

  private mutating func compareDefaults(_ before: Entry, _ after: Entry) {
    if before.traits.contains(.secret) || after.traits.contains(.secret) || before.defaultValue == after.defaultValue {
      return
    }
    // Another form has another default by nature.
    if before.form != after.form, before.defaultValue?.typedText == after.defaultValue?.typedText { return }
    if let value = before.defaultValue, let setting = new.readings.settings[after.key],
      setting.issues(of: value).isEmpty, setting.identity(of: value, revision: nil) == after.defaultValue
    {
      return
    }
    let old = before.defaultValue?.excerpt ?? "none"
    add(
      .behavior, after, "the default changed from \(old) to \(after.defaultValue?.excerpt ?? "none")",
      "users who never set it get the new default; if they must keep the old one, store it for them")
  }

  private mutating func compareTraits(_ before: Entry, _ after: Entry) {
    let added = after.traits.subtracting(before.traits)
    let removed = before.traits.subtracting(after.traits)
    if removed.contains(.secret) {
      add(
        .breaking, after, "the setting is no longer secret: its values appear in exports, reports and plain files",
        "keep the trait '.secret', or store the value under a new key")
    }
    if added.contains(.secret) {
      add(
        .behavior, after, "the setting is secret now: a store of plain text refuses to write it",
        "route it to a store for secrets, and remove the plain value")
    }
    if added.contains(.transient) {
      add(
        .breaking, after, "the setting is transient now: stored values are no longer read",
        "keep it persistent, or accept that its values are not read")
    }
    let others = added.union(removed).subtracting([.secret, .transient])
    if removed.contains(.transient) { add(.behavior, after, "the setting is stored now", Self.intended) }
    let names = others.names + Set(before.customTraits).symmetricDifference(after.customTraits).sorted()
    if !names.isEmpty {
      add(.behavior, after, "the traits changed: \(names.joined(separator: ", "))", Self.intended)
    }
    let attributes = Set(before.attributes.keys).union(after.attributes.keys).sorted()
    for name in attributes where before.attributes[name] != after.attributes[name] {
      add(.behavior, after, "the attribute '\(name)' changed", Self.intended)
    }
  }

  private mutating func compareAliases(_ before: Entry, _ after: Entry) {
    let removed = before.aliases.filter { alias in
      !after.aliases.contains(alias) && after.key.name != alias
        && new[SettingsKey(domain: after.key.domain, name: alias)] == nil
    }
    if !removed.isEmpty {
      addLoss(
        after, "the aliases \(removed.joined(separator: ", ")) were removed",
        "keep them: values under these names are no longer read")
    }
    let kept = before.aliases.filter(after.aliases.contains)
    if kept != after.aliases.filter(before.aliases.contains) {
      add(
        .behavior, after, "the order of the aliases changed to \(after.aliases.joined(separator: ", "))",
        "of several values under older names, another one is read; keep the order")
    }
    let added = after.aliases.filter { !before.aliases.contains($0) && $0 != before.key.name }
    if let shared = sharedAlias(added, of: after) {
      addSharedAlias(shared, after, "the alias '\(shared)' was added")
    } else if !added.isEmpty {
      add(.compatible, after, "the aliases \(added.joined(separator: ", ")) were added", Self.nothing)
    }
  }

  /// Returns the first of the aliases that is the key of another setting, or `nil` if there is none.
  func sharedAlias(_ aliases: [String], of entry: Entry) -> String? {
    aliases.first { new[SettingsKey(domain: entry.key.domain, name: $0)] != nil }
  }

  /// Adds a change that makes the key of another setting an alias.
  mutating func addSharedAlias(_ alias: String, _ entry: Entry, _ summary: String) {
    add(
      .breaking, entry, "\(summary), which is the key of another setting: a write removes the value of that setting",
      "remove the alias, and copy the value when the program starts")
  }

  /// Compares the constraints of two settings with the same key.
  mutating func compareConstraints(_ before: Entry, _ after: Entry, _ replay: SchemaReplay?) {
    guard before.constraint != after.constraint else { return }
    var old = before.constraint.rules
    let new = after.constraint.rules
    switch (before.constraint?.choices, after.constraint?.choices) {
    case (let choices?, let remaining?): compareChoices(after, from: choices, to: remaining)
    case (let choices?, nil): old.insert(.choices(choices))
    case (nil, let remaining?):
      addChoices(remaining, before, after)
      // The choices replace the former rules.
      if new.isEmpty { return }
    case (nil, nil): break
    }
    if old == new { return }
    let rule = after.constraint?.message(about: "the value") ?? "the value can be anything"
    let summary = "the constraint changed: \(rule)"
    let samplesDecide = !before.listedCases.isEmpty || before.form.samplesDecide(about: new)
    if (samplesDecide && replay.map { $0.examples == nil } ?? false) || new.allows(everyValueOf: old) {
      add(.compatible, after, "\(summary)", "nothing: all stored values are still allowed")
    } else {
      add(
        .behavior, after,
        "\(summary); \(replay?.examples ?? "values outside fall back to the default, or are clamped")",
        "allow all values that users can have stored, or convert them in a migration")
    }
  }

  private mutating func compareChoices(_ entry: Entry, from choices: [SettingsValue], to remaining: [SettingsValue]) {
    let gone = choices.filter { !remaining.contains($0) }
    if !gone.isEmpty {
      addLoss(
        entry, "the choices \(SettingConstraint.list(of: gone)) were removed: stored values fall back to the default",
        "keep them, or convert them in a migration")
    } else if choices.count < remaining.count {
      add(.compatible, entry, "choices were added", "nothing: an older version falls back to its default")
    }
  }

  /// Compares a setting without choices to one with choices.
  private mutating func addChoices(_ choices: [SettingsValue], _ before: Entry, _ after: Entry) {
    // The form of an enumeration can be limited to the same values.
    if let former = before.choices, former.allSatisfy(choices.contains) {
      return add(.compatible, after, "the constraint lists the choices now", Self.nothing)
    }
    let list = SettingConstraint.list(of: choices)
    addLoss(
      after, "only the choices \(list) are allowed now: other stored values fall back to the default",
      "allow all values that users can have stored, or convert them in a migration")
  }
}

extension SettingsSchema.Form {
  /// Returns whether the samples of the form show whether rules allow all of its values.
  ///
  /// They are all of its values, or both ends of its range.
  fileprivate func samplesDecide(about rules: Set<SettingConstraint>) -> Bool {
    switch self {
    case .boolean, .choices: true
    case .integer: rules.allSatisfy { if case .range = $0 { true } else { false } }
    case .optional(let form): form.samplesDecide(about: rules)
    default: false
    }
  }
}

extension SettingConstraint? {
  /// The parts of the constraint that aren't choices, in a form that can be compared.
  fileprivate var rules: Set<SettingConstraint> {
    switch self {
    case nil, .choices?: []
    case .all(let parts)?: parts.reduce(into: []) { $0.formUnion(Optional($1).rules) }
    case let rule?: [rule]
    }
  }
}

extension Set<SettingConstraint> {
  /// Returns whether these rules certainly allow every value that other rules allow.
  fileprivate func allows(everyValueOf others: Set<SettingConstraint>) -> Bool {
    allSatisfy { rule in others.contains { rule.allows(everyValueOf: $0) } }
  }
}

extension SettingConstraint {
  fileprivate func allows(everyValueOf other: SettingConstraint) -> Bool {
    switch (self, other) {
    case _ where self == other: true
    case (.range(let low, let high), .range(let oldLow, let oldHigh)):
      Self.isWider(low, oldLow) { $0.isGreater(than: $1) } && Self.isWider(high, oldHigh) { $1.isGreater(than: $0) }
    case (.count(let low, let high), .count(let oldLow, let oldHigh)):
      Self.isWider(low, oldLow, >) && Self.isWider(high, oldHigh, <)
    case (.range(let low, let high), .choices(let values)):
      values.allSatisfy { value in
        (low.map { value == $0 || value.isGreater(than: $0) } ?? true)
          && (high.map { value == $0 || $0.isGreater(than: value) } ?? true)
      }
    case (.choices(let values), .choices(let old)): old.allSatisfy(values.contains)
    case (.each(let rule), .each(let old)): rule.allows(everyValueOf: old)
    case (.any(let parts), _): parts.contains { $0.allows(everyValueOf: other) }
    default: false
    }
  }

  /// Returns whether a bound excludes no value that an older bound allows.
  private static func isWider<Bound>(_ bound: Bound?, _ old: Bound?, _ excludes: (Bound, Bound) -> Bool) -> Bool {
    guard let bound else { return true }
    guard let old else { return false }
    return !excludes(bound, old)
  }
}

extension Date {
  /// The date as a number, for comparisons.
  var settingsNumber: Double { timeIntervalSinceReferenceDate }
}
