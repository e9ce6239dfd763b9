/// A setting of a type whose values can be listed, and so be picked from a menu.
///
/// A cast of `any Setting` to it finds out which settings are.
protocol EnumeratedSetting: Setting {
  associatedtype Value: CaseIterable & Hashable & Sendable

  /// The setting with its type.
  var record: SettingRecord<Value> { get }
}

extension SettingRecord: EnumeratedSetting where Value: CaseIterable & Hashable {
  var record: SettingRecord<Value> { self }
}
