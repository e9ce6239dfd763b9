import TypedSettings

/// An instance of the model's settings in the library.
final class ModelGroup: SettingsGroup {
  let records: [any ModelRecord]
  let modelClass: ModelClass
  let plan: ModelPlan

  /// Creates an instance in the current store.
  init(_ modelClass: ModelClass, _ plan: ModelPlan) {
    self.modelClass = modelClass
    self.plan = plan
    records = ModelSchema.settings.map { Self.record(of: $0, modelClass, plan) }
  }

  static func make(_ modelClass: ModelClass, _ plan: ModelPlan, in store: any SettingsStore) -> ModelGroup {
    PreferenceContext.$store.withValue(store) { ModelGroup(modelClass, plan) }
  }

  static var rules: [SettingsRule<ModelGroup>] {
    [
      SettingsRule("the level must not exceed the volume by far") { group in
        ModelSchema.rule(group[ModelSchema.ruledNames[0]].form, group[ModelSchema.ruledNames[1]].form)
      }
    ]
  }

  func enumerateSettings(into list: inout SettingsList) {
    for record in records { record.append(to: &list) }
  }

  func draft() -> SettingsDraft<ModelGroup> { SettingsDraft(of: self) { ModelGroup(self.modelClass, self.plan) } }

  func transaction(_ body: (ModelGroup) throws -> Void) throws {
    try SettingsDraft.transaction(of: self, make: { ModelGroup(self.modelClass, self.plan) }, body)
  }

  subscript(_ name: String) -> any ModelRecord { records[ModelSchema.names.firstIndex(of: name) ?? 0] }

  private static func record(of setting: ModelSetting, _ modelClass: ModelClass, _ plan: ModelPlan) -> any ModelRecord {
    switch setting.shape {
    case .number: record(of: setting, Int.self, .automatic, plan)
    case .text: record(of: setting, String.self, .automatic, plan)
    case .list: record(of: setting, [String].self, .automatic, plan)
    case .optional(.text): record(of: setting, String?.self, .automatic, plan)
    case .optional: record(of: setting, Int?.self, .automatic, plan)
    case .bounded(let bounds, let clamps):
      record(
        of: setting, Int.self,
        .automatic.validated(
          by: .range(Int(bounds.lowerBound)...Int(bounds.upperBound)), policy: clamps ? .clamp : .reject), plan)
    case .profile where modelClass == .earlier: record(of: setting, ModelEarlierProfile.self, .automatic, plan)
    case .profile: record(of: setting, ModelProfile.self, .automatic, plan)
    }
  }

  private static func record<Value: ModelValue>(
    of setting: ModelSetting, _ type: Value.Type, _ coding: SettingCoding<Value>, _ plan: ModelPlan
  ) -> any ModelRecord {
    TypedModelRecord(
      record: SettingRecord(
        name: setting.name, key: setting.key, default: Value(form: setting.defaultForm), traits: setting.traits,
        coding: coding,
        aliases: plan.has(.aliases) ? setting.alias.map { [$0] } ?? [] : [],
        version: plan.has(.version) ? 2 : nil, migrations: { [SettingsMigration(to: 2, ModelSchema.migrate)] }))
  }
}
