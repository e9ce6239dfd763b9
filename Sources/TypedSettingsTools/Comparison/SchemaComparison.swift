internal import TypedSettingsCore

/// The comparison of two schemas.
struct SchemaComparison {
  typealias Entry = SettingsSchema.Entry

  let old: SettingsSchema
  let new: SettingsSchema
  var changes: [SettingsSchemaChange] = []

  init(old: SettingsSchema, new: SettingsSchema) {
    self.old = old
    self.new = new
  }

  mutating func compare() {
    for domain in Set(old.domains.keys).union(new.domains.keys).sorted() {
      compareVersions(of: domain)
      compareRules(of: domain)
    }
    for entry in old.entries.sorted(by: Self.isBefore) {
      if let successor = new[entry.key] {
        compare(entry, successor)
      } else {
        compareRemoved(entry)
      }
    }
    for entry in new.entries.sorted(by: Self.isBefore) where old[entry.key] == nil { compareAdded(entry) }
  }

  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    (left.key.domain, left.key.name) < (right.key.domain, right.key.name)
  }

  /// Adds a change.
  mutating func add(
    _ category: SettingsSchemaChange.Category, _ entry: Entry, _ summary: String, _ advice: String
  ) {
    changes.append(SettingsSchemaChange(category, entry, summary, advice))
  }

  /// Adds a change that loses stored values unless a migration of the domain converts them.
  mutating func addLoss(_ entry: Entry, _ summary: String, _ advice: String) {
    guard let version = migratedVersion(of: entry.key.domain) else { return add(.breaking, entry, summary, advice) }
    add(.needsMigration, entry, summary, "check that the migration to version \(version) converts the stored values")
  }

  /// The new version of a domain, if it's greater than the old one and has a migration.
  func migratedVersion(of domain: String) -> Int? {
    let before = old.domains[domain]?.version ?? 0
    guard let after = new.domains[domain]?.version, after > before else { return nil }
    let isMigrated = new.domains[domain]?.migrations.contains { $0 > before && $0 <= after } ?? false
    return isMigrated ? after : nil
  }

  private mutating func compareVersions(of domain: String) {
    let (before, after) = (old.domains[domain], new.domains[domain])
    guard let before else { return }
    guard let after else {
      if before.version == nil { return }
      return changes.append(
        SettingsSchemaChange(
          .breaking, domain: domain, "the domain and its version \(before.version ?? 0) were removed",
          "keep a group of the domain that reads its values, or migrate them to the new domain"))
    }
    let (from, to) = (before.version ?? 0, after.version ?? 0)
    if to < from {
      changes.append(
        SettingsSchemaChange(
          .breaking, domain: domain, "the version was lowered from \(from) to \(to)",
          "restore version \(from) or a higher one; values of a newer version aren't written"))
    } else if to > from, migratedVersion(of: domain) == nil {
      changes.append(
        SettingsSchemaChange(
          .needsMigration, domain: domain, "the version was raised from \(from) to \(to) without a migration",
          "add 'SettingsMigration(to: \(to))' to 'migrations', even if it changes nothing, or keep version \(from)"))
    } else if to > from {
      changes.append(
        SettingsSchemaChange(
          .compatible, domain: domain, "the version was raised from \(from) to \(to) with a migration",
          "test the migration with values of version \(from)"))
    }
    let lost = before.migrations.filter { !after.migrations.contains($0) }
    if !lost.isEmpty, to >= from {
      changes.append(
        SettingsSchemaChange(
          .breaking, domain: domain,
          "the migration to version \(lost.map(String.init).joined(separator: ", ")) was removed",
          "keep it for users who update from an older version"))
    } else if to == from, before.migrations != after.migrations {
      changes.append(
        SettingsSchemaChange(
          .compatible, domain: domain, "the list of migrations changed",
          "test the migrations with values of each older version"))
    }
  }

  private mutating func compareRemoved(_ entry: Entry) {
    let domain = entry.key.domain
    if let heir = heir(of: entry.key) {
      if isMerged(entry.key, into: heir) {
        add(
          .behavior, heir, "the key '\(entry.key.name)' is now an alias, in addition to another stored name",
          "check that the values mean the same; of several stored values, only one is read")
      } else {
        add(.compatible, heir, "the key '\(entry.key.name)' is now an alias", "nothing: stored values are still read")
      }
      compareForms(entry, heir)
      return compareProperties(entry, heir)
    }
    if entry.traits.contains(.transient) {
      return add(.behavior, entry, "the transient setting was removed", "nothing: it has no stored value")
    }
    let renamed = new.entries.first { $0.name == entry.name && $0.key.domain == domain && old[$0.key] == nil }
    if let renamed {
      return addLoss(
        entry, "the key changed from '\(entry.key.name)' to '\(renamed.key.name)' without an alias",
        "declare 'aliases: [\"\(entry.key.name)\"]'")
    }
    if let moved = new.entries.first(where: { $0.name == entry.name && old[$0.key] == nil }) {
      return addLoss(
        entry, "the setting moved from the domain '\(domain)' to '\(moved.key.domain)'",
        "copy the stored value when the program starts, or keep the domain")
    }
    let declaration = "declare 'aliases: [\"\(entry.key.name)\"]'"
    let rename = likelySuccessor(of: entry).map { "if it was renamed to '\($0.name)', \(declaration) there" }
    addLoss(
      entry, "the setting was removed, and no setting has its key '\(entry.key.name)' as an alias",
      "\(rename ?? "if it was renamed, \(declaration)"); otherwise accept that its values are not read")
  }

  /// Returns the setting that a removed one was probably renamed to, or `nil` if there is none, or there are several.
  private func likelySuccessor(of entry: Entry) -> Entry? {
    let added = new.entries.filter {
      $0.key.domain == entry.key.domain && old[$0.key] == nil && $0.form == entry.form && $0.aliases.isEmpty
    }
    let same = added.filter { $0.defaultValue == entry.defaultValue && $0.documentation == entry.documentation }
    if same.count == 1 { return same[0] }
    if added.count == 1 { return added[0] }
    return NearestName.of(entry.name, among: added.map(\.name)).flatMap { name in added.first { $0.name == name } }
  }

  /// Returns the new setting that reads the values of a removed one, or `nil` if there is none.
  private func heir(of key: SettingsKey) -> Entry? {
    if new[key] != nil { return nil }
    return new.entries.first { $0.key.domain == key.domain && $0.aliases.contains(key.name) }
  }

  /// Returns whether another earlier setting has become the same setting, so that users can have stored values of both.
  private func isMerged(_ key: SettingsKey, into heir: Entry) -> Bool {
    old.entries.contains { other in
      other.key != key && (new[other.key] ?? self.heir(of: other.key))?.key == heir.key
    }
  }

  private mutating func compareAdded(_ entry: Entry) {
    let domain = entry.key.domain
    let former = old.entries.first { $0.key.domain == domain && $0.aliases.contains(entry.key.name) }
    if let former, let owner = new[former.key] ?? heir(of: former.key), owner.aliases.contains(entry.key.name) {
      addSharedAlias(entry.key.name, owner, "the alias '\(entry.key.name)' was kept")
    }
    let isRename = entry.aliases.contains { name in
      let key = SettingsKey(domain: domain, name: name)
      return old[key] != nil && heir(of: key)?.key == entry.key
    }
    if isRename { return }
    if let shared = sharedAlias(entry.aliases, of: entry) {
      return addSharedAlias(shared, entry, "the setting was added with the alias '\(shared)'")
    }
    if let former {
      return add(
        .behavior, entry, "the key '\(entry.key.name)' was an alias of '\(former.name)' and is now a setting",
        "check that an old value means the same for the new setting")
    }
    add(.compatible, entry, "the setting was added", "nothing: it has its default until it's set")
  }

  private mutating func compare(_ before: Entry, _ after: Entry) {
    let count = changes.count
    compareProperties(before, after)
    compareForms(before, after)
    // Every difference between two documents is a change.
    guard changes.count == count, !before.hasSameDocument(as: after) else { return }
    add(
      .compatible, after, "its description changed, such as the order of its choices or its older forms",
      "nothing: stored values aren't affected")
  }

  private mutating func compareForms(_ before: Entry, _ after: Entry) {
    let count = changes.count
    let replay = replay(before, after)
    defer { addFindings(of: replay, after, after: count) }
    if before.form != after.form {
      compareForm(before, after, replay)
    } else if before.form.isOpaque, !before.isSecret, !after.isSecret,
      before.defaultValue?.kind != after.defaultValue?.kind
    {
      addLoss(
        after, "the stored form may have changed: its default is \(after.defaultValue?.kind ?? "absent")",
        "check that older values are decoded")
    }
    let fallback = FormComparison.Fallback.value(after.defaultValue)
    let lost = before.olderForms.filter { form in
      form != after.form && !after.olderForms.contains(form)
        && FormComparison(from: form, to: after.form, fallback: fallback).loss != nil
    }
    for form in lost where before.olderForms != after.olderForms {
      addLoss(
        after, "values in the older form '\(form.summary)' are no longer decoded", "keep the coding with '.or(…)'")
    }
    compareConstraints(before, after, replay)
  }

  private mutating func compareForm(_ before: Entry, _ after: Entry, _ replay: SchemaReplay?) {
    let summary = "the stored form changed from \(before.form.summary) to \(after.form.summary)"
    if after.olderForms.contains(before.form) {
      return add(.compatible, after, summary, "nothing: the coding decodes the older form")
    }
    if let replay, replay.isComplete { return addForm(before.form, after, summary, replay) }
    // Enumerations and numbers are compared with the constraints.
    let comparison = FormComparison(from: before.form, to: after.form, fallback: .value(after.defaultValue))
    if let loss = comparison.loss {
      return addLoss(
        after, loss.isEmpty ? summary : "\(summary): \(loss)",
        "decode the older form with '.or(…)', or raise the version and add a migration")
    }
    if let behavior = comparison.behavior {
      return add(.behavior, after, behavior, "check that it's intended; values outside are read as the default")
    }
    add(.compatible, after, summary, "nothing: stored values are still decoded")
  }
}

extension SchemaComparison {
  /// Adds the change of a form whose effect stored values show.
  private mutating func addForm(
    _ before: SettingsSchema.Form, _ entry: Entry, _ summary: String, _ replay: SchemaReplay
  ) {
    let effect = replay.examples.map { "\(summary): \($0)" } ?? summary
    if replay.loses {
      addLoss(
        entry, effect, "decode the older form with '.or(…)', or raise the version and add a migration")
    } else if replay.examples != nil {
      add(.behavior, entry, effect, Self.intended)
    } else {
      let isRounded = entry.form.unwrapped == .number && before.unwrapped.isInteger
      let advice = "integers beyond 9007199254740992 can't be decoded; check that there are none"
      add(.compatible, entry, summary, isRounded ? advice : "nothing: stored values are still decoded")
    }
  }
}

extension SettingsSchema.Entry {
  /// Returns whether the entry has the same part of the canonical document as another one.
  fileprivate func hasSameDocument(as other: Self) -> Bool {
    DocumentFormat.json.canonical(document) == DocumentFormat.json.canonical(other.document)
  }
}
