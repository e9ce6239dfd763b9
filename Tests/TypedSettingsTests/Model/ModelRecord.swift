import Observation
import TypedSettings

/// A record whose values are given by their stored forms, whatever its type.
protocol ModelRecord: Sendable {
  var setting: any Setting { get }
  func append(to list: inout SettingsList)

  /// The stored form of the value that a read returns.
  var form: SettingsValue { get }

  func set(_ form: SettingsValue) throws(SettingsError)
  func assign(_ form: SettingsValue)
  /// Assigns the value that a read returns.
  func assignCurrent()
  func update(_ form: SettingsValue) throws(SettingsError)
  func edit(_ form: SettingsValue)
  /// Edits the value in place without changing it.
  func touch()
  /// Updates the value without changing it.
  func updateUnchanged() throws(SettingsError)

  func observe(_ log: Log<SettingsValue>) -> SettingObservation
  func follow(_ log: Log<SettingsValue>, on executor: SeededExecutor) -> Task<Void, Never>
}

struct TypedModelRecord<Value: ModelValue>: ModelRecord {
  let record: SettingRecord<Value>

  var setting: any Setting { record }
  func append(to list: inout SettingsList) { list.append(record) }
  var form: SettingsValue { record.value.form }

  func set(_ form: SettingsValue) throws(SettingsError) { try record.set(Value(form: form)) }
  func assign(_ form: SettingsValue) { record.value = Value(form: form) }
  func assignCurrent() { assignCurrentValue() }
  func update(_ form: SettingsValue) throws(SettingsError) { try record.update { $0.become(form) } }
  func edit(_ form: SettingsValue) { record.value.become(form) }
  func touch() { Self.leave(&record.value) }
  func updateUnchanged() throws(SettingsError) { try record.update { _ in } }

  private func assignCurrentValue() {
    let value = record.value
    record.value = value
  }

  private static func leave(_ value: inout Value) {}

  func observe(_ log: Log<SettingsValue>) -> SettingObservation { record.observe { log.append($0.form) } }

  func follow(_ log: Log<SettingsValue>, on executor: SeededExecutor) -> Task<Void, Never> {
    let values = record.values
    return Task(executorPreference: executor) {
      for await value in values { log.append(value.form) }
    }
  }
}

extension ModelRecord {
  /// Calls the method of the record.
  func perform(_ write: ModelStep.Write) throws {
    switch write {
    case .set(let form): try set(form)
    case .assign(let form): assign(form)
    case .assignCurrent: assignCurrent()
    case .update(let form): try update(form)
    case .updateUnchanged: try updateUnchanged()
    case .edit(let form): edit(form)
    case .touch: touch()
    case .reset: setting.reset()
    case .setEncoded(let value): try setting.setEncodedValue(value)
    case .setCurrentEncoded: if let value = setting.encodedValue { try setting.setEncodedValue(value) }
    case .migrate: try setting.migrate()
    }
  }
}
