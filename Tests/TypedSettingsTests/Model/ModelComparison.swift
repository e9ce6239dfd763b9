import TypedSettings

extension ModelSubject {
  /// Returns what differs between the settings and the model.
  ///
  /// A comparison in every respect takes ten times as long as the step, so each step compares the settings that it's
  /// about, and one of the instances, in turn.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - step: The last step.
  ///   - index: The index of the step, or `nil` to compare all settings of all instances in every respect.
  /// - Returns: A line for each difference.
  func differences(from model: ReferenceSettings, after step: ModelStep, at index: Int?) -> [String] {
    var lines: [String] = []
    let instances = ModelStep.Instance.allCases
    let turn = index.map { instances[$0 % instances.count] }
    for name in ModelSchema.names {
      compareLayers(name, with: model, &lines)
      for instance in instances {
        let isDue = turn.map { $0 == instance } ?? true
        let isConcerned = turn == nil || step.names.contains(name)
        if isDue || isConcerned { compare(name, in: instance, with: model, inspects: isDue && isConcerned, &lines) }
      }
    }
    if plan.has(.version) {
      let key = SettingsMigration.versionKey(inDomain: ModelSchema.domain)
      lines.compare("$version", store(of: .user).value(forKey: key), model.layers[.user]?[ReferenceVersion.name])
    }
    if plan.has(.vault) {
      for name in ModelSchema.secretNames.flatMap({ [$0, ModelSchema[$0].alias ?? $0] }) + [ReferenceVersion.name] {
        let expected = model.apart[.vault]?[name]
        lines.compare("vault.value(\(name))", vault.value(forKey: ModelSchema.key(name)), expected)
      }
    }
    if let draft, let expected = model.draft {
      let (changes, edits) = (draft.changes, model.pendingEdits(of: expected))
      lines.compare("draft.changes", changes.map(\.name).sorted(), edits.keys.sorted())
      for change in changes {
        lines.compare("draft.changes.\(change.name).newValue", change.newValue, edits[change.name] ?? nil)
        messages.add("\(change)")
      }
      let conflicts = model.conflicts(of: expected).sorted()
      lines.compare("draft.conflicts", changes.filter(\.isConflict).map(\.name).sorted(), conflicts)
      let refusals = draft.refusals.map(\.code.rawValue).sorted()
      lines.compare("draft.refusals", refusals, expected.refusalCodes.map(\.rawValue).sorted())
    }
    return lines
  }

  private func compareLayers(_ name: String, with model: ReferenceSettings, _ lines: inout [String]) {
    for layer in model.order {
      let values = model.layers[layer] ?? [:]
      lines.compare("\(layer).value(\(name))", store(of: layer).value(forKey: ModelSchema.key(name)), values[name])
      if let alias = model.alias(of: name) {
        lines.compare("\(layer).value(\(alias))", store(of: layer).value(forKey: ModelSchema.key(alias)), values[alias])
      }
    }
  }

  private func compare(
    _ name: String, in instance: ModelStep.Instance, with model: ReferenceSettings, inspects: Bool,
    _ lines: inout [String]
  ) {
    guard let record = self[instance, name] else { return }
    let edits = instance == .draft ? model.draft?.edits ?? [:] : [:]
    let expected = Expected(name, instance.modelClass, model, edits)
    let (what, setting) = ("\(instance).$\(name)", record.setting)
    lines.compare("\(instance).\(name)", record.form, expected.form)
    guard inspects else { return }
    let inspection = setting.inspect()
    lines.compare("\(what).storedValue", setting.storedValue, expected.stored)
    lines.compare("\(what).isSet", setting.isSet, expected.stored != nil)
    lines.compare("\(what).encodedValue", setting.encodedValue.map(expected.reading), expected.form)
    lines.compare("\(what).issues.count", setting.issues.count, expected.issueCount)
    lines.compare("\(what).isLocked", inspection.isLocked, model.isLocked(name))
    lines.compare("\(what).inspect().value", inspection.value, setting.encodedValue)
    lines.compare("\(what).inspect().storedValue", inspection.storedValue, expected.stored)
    lines.compare("\(what).source", inspection.source, expected.source)
    if setting.traits.contains(.secret) { messages.add("\(setting), \(inspection)") }
  }

  /// Returns how the exported document differs from the model.
  func exportDifferences(from model: ReferenceSettings) -> [String] {
    var lines: [String] = []
    lines.compare("export", exported, model.exportedValues)
    return lines
  }

  /// Returns how the document differs from the model after it was written.
  func documentDifferences(from model: ReferenceSettings) -> [String] {
    var lines: [String] = []
    do {
      if let values = try documentValues { lines.compare("document", values, model.layers[.user] ?? [:]) }
    } catch {
      lines.append("document: \(error)")
    }
    return lines
  }
}

/// What the model says about a setting.
private struct Expected {
  let stored: SettingsValue?
  let form: SettingsValue
  let issueCount: Int
  let source: SettingInspection.Source
  private let name: String
  private let modelClass: ModelClass

  init(_ name: String, _ modelClass: ModelClass, _ model: ReferenceSettings, _ edits: ReferenceSettings.Edits) {
    self.name = name
    self.modelClass = modelClass
    stored = model.stored(name, over: edits)
    let reading = model.reading(of: name, by: modelClass, over: edits)
    form = reading.form
    issueCount = reading.issueCount
    guard let layer = model.source(of: name, over: edits), !reading.isDefault else {
      source = .default
      return
    }
    let isDraft = layer == .user && edits[name] != nil
    source = .layer(isDraft ? "draft" : model.hasLayers(name) ? layer.rawValue : "store")
  }

  /// Returns the form of the value that the form of a setting is read as; a form can be an older one.
  func reading(_ stored: SettingsValue) -> SettingsValue { modelClass.read(stored, of: name).form }
}

extension [String] {
  /// Adds a line if a value isn't the expected one.
  mutating func compare<Value: Equatable>(_ what: @autoclosure () -> String, _ found: Value, _ expected: Value) {
    if found != expected { append("\(what()): \(found) instead of \(expected)") }
  }
}
