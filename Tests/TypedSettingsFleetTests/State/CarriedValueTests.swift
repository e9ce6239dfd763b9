import Foundation
import Testing
import TypedSettings
import TypedSettingsFleet

/// Values of every kind of coding, and texts without quotation marks, in an engine.
@Suite(.timeLimit(.minutes(30))) struct CarriedValueTests {
  /// A group with one setting.
  private final class OneSetting<Value: Sendable>: SettingsGroup {
    let setting: SettingRecord<Value>

    init(_ value: Value, _ coding: SettingCoding<Value>) {
      setting = SettingRecord(
        name: "greeting", key: SettingsKey(domain: ShopSettings.domain, name: "Greeting"), default: value,
        coding: coding)
    }

    func enumerateSettings(into list: inout SettingsList) { list.append(setting) }
  }

  private struct Shift: Codable, Equatable, Sendable {
    var start = Date(timeIntervalSinceReferenceDate: 0.5)
    var badge = Data([1])
    var rate = Decimal(1)
  }

  /// Changes a setting twice for all programs, and reads it in another one.
  private func check<Value: Equatable & Sendable>(
    _ coding: SettingCoding<Value>, _ value: Value, default defaultValue: Value
  ) async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    try await fleet.update(OneSetting(defaultValue, coding)) { $0.setting.value = value }
    let bytes = try #require(engine.values[ShopKeys.greeting])
    let isSame = try await fleet.update(OneSetting(defaultValue, coding)) { group in
      let isSame = group.setting.value == value
      group.setting.value = value
      return isSame
    }
    #expect(isSame, "\(bytes)")
    #expect(engine.values[ShopKeys.greeting] == bytes)
    let other = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = PreferenceContext.$store.withValue(other) { OneSetting(defaultValue, coding) }
    #expect(settings.setting.value == value, "\(bytes)")
    #expect(settings.setting.issue == nil)
    await fleet.close()
    await other.close()
  }

  @Test func `a value of every coding is the same in another program`() async throws {
    let shift = Shift(
      start: Date(timeIntervalSinceReferenceDate: 1e12), badge: Data([0, 255]), rate: Decimal(string: "0.10") ?? 0)
    try await check(.automatic, shift, default: Shift())
    try await check(.jsonString, shift, default: Shift())
    try await check(.jsonData, shift, default: Shift())
    try await check(.jsonData, ["a"], default: [])
    try await check(.jsonData, "a", default: "")
    try await check(.jsonData, Shift?.none, default: shift)
    try await check(.automatic, "$null", default: "")
    try await check(.automatic, ["$number": "1.50"], default: [:])
    try await check(.iso8601, shift.start, default: .distantPast)
    try await check(.automatic, ["$number": "1.50"] as SettingsValue, default: .null)
    // A custom coding gets a number without its notation.
    for stored in [
      .data(Data([1, 2])), .date(.distantPast), .double(.infinity), ["$data": "AQI="], "AQI=", 1.5,
    ] as [SettingsValue] {
      try await check(.automatic, stored, default: .null)
      try await check(.custom(encode: { $0 }, decode: { $0 }), stored, default: .null)
    }
  }

  @Test(arguments: ["1.10", "7e10", "-0", "1E400", "007", "+5", "1_000", "0x10", "NaN", ".5", "5.", "1e-400", "9.0"])
  func `a text without quotation marks is the text as written`(text: String) async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.greeting: text])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    #expect(ShopSettings.make(alternateStore: fleet).greeting.value == text)
    await fleet.close()
  }

  @Test(arguments: ["99999999999999.99", "0.1000000000000000055", "9007199254740993.0"])
  func `a decimal number has the digits of the engine, also after an update of another setting`(text: String)
    async throws
  {
    let engine = InMemoryRemoteBackend([ShopKeys.greeting: text])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = PreferenceContext.$store.withValue(fleet) { OneSetting(Decimal(0), .automatic) }
    #expect(settings.setting.value == Decimal(string: text))
    try await fleet.update(ShopSettings()) { $0.timeout.value = 5 }
    #expect(engine.values[ShopKeys.greeting] == text)
    await fleet.close()
  }
}
