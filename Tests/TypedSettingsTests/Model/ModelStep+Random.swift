import TypedSettings
import TypedSettingsTesting

extension ModelStep {
  /// Returns random steps for stores.
  static func steps(_ count: Int, for plan: ModelPlan, using generator: inout SeededGenerator) -> [ModelStep] {
    var source = ModelStepSource(plan, using: &generator)
    return (0..<count).map { _ in source.next(using: &generator) }
  }
}

/// A source of random steps.
private struct ModelStepSource {
  let plan: ModelPlan
  /// A few settings at a time, so that steps meet.
  let names: [String]
  private var isFailing = false
  private var hasDraft = false

  init(_ plan: ModelPlan, using generator: inout SeededGenerator) {
    self.plan = plan
    names = Array(ModelSchema.names.shuffled(using: &generator).prefix(3))
  }

  mutating func next(using generator: inout SeededGenerator) -> ModelStep {
    let name = generator.element(of: names)
    switch generator.number(below: 20) {
    case 0, 1, 2, 3: return store(name, &generator)
    case 4 where plan.has(.drafts):
      return .transaction(
        (0...generator.number(below: 3)).map { _ in change(generator.element(of: names), .first, &generator) })
    case 5 where plan.has(.import) && generator.chance(8): return .export
    case 5 where plan.has(.import):
      let values = names.prefix(1 + generator.number(below: 3)).map {
        ($0, generator.element(of: ModelSchema[$0].forms))
      }
      return .import(Dictionary(uniqueKeysWithValues: values), skipsRefused: generator.chance(2))
    case 6 where plan.has(.faults):
      isFailing.toggle()
      return isFailing ? .fail : .succeed
    case 7 where plan.base != .memory: return file(name, &generator)
    case 8 where generator.chance(4): return reopen(&generator)
    case 9, 10, 11,
      12 where plan.has(.drafts):
      return draft(name, &generator)
    default:
      let instance = generator.element(of: Instance.persistent)
      return .write(change(name, instance, &generator), instance)
    }
  }

  private typealias Instance = ModelStep.Instance

  private func value(_ name: String, _ generator: inout SeededGenerator) -> SettingsValue? {
    generator.chance(4) ? nil : generator.element(of: ModelSchema[name].rawValues)
  }

  private func store(_ name: String, _ generator: inout SeededGenerator) -> ModelStep {
    let layer = plan.has(.layers) && !generator.chance(4) ? generator.element(of: ModelLayer.allCases) : nil
    if plan.has(.version), generator.chance(8) {
      return .store(generator.element(of: [nil, 0, 1, 2]), SettingsMigration.versionKeyName, in: .user)
    }
    if plan.has(.aliases), let alias = ModelSchema[name].alias, generator.chance(2) {
      return .store(value(name, &generator), alias, in: layer ?? .user)
    }
    return .store(value(name, &generator), name, in: layer)
  }

  private func change(
    _ name: String, _ instance: Instance, _ generator: inout SeededGenerator
  ) -> ModelStep.Change {
    let setting = ModelSchema[name]
    let form = instance.modelClass.form(generator.element(of: setting.forms), of: name)
    let writes: [ModelStep.Write] = [
      .set(form), .assign(form), .assignCurrent, .update(form), .updateUnchanged, .edit(form), .touch, .reset,
      .setEncoded(generator.element(of: setting.rawValues)), .setCurrentEncoded, .migrate,
    ]
    return ModelStep.Change(write: generator.element(of: writes), name: name)
  }

  private mutating func draft(_ name: String, _ generator: inout SeededGenerator) -> ModelStep {
    if !hasDraft {
      hasDraft = true
      return .startDraft
    }
    switch generator.number(below: 10) {
    case 0: return .startDraft
    case 1: return .revertDraft
    case 2, 3: return .apply(generator.element(of: ModelStep.Resolution.allCases))
    default: return .write(change(name, .draft, &generator), .draft)
    }
  }

  private func file(_ name: String, _ generator: inout SeededGenerator) -> ModelStep {
    switch generator.number(below: 3) {
    case 0: .editFile(value(name, &generator), name)
    case 1: .otherProcess(value(name, &generator), name)
    default: .writeDocument
    }
  }

  private mutating func reopen(_ generator: inout SeededGenerator) -> ModelStep {
    hasDraft = false
    return .reopen(kills: plan.base != .memory && generator.chance(2))
  }
}
