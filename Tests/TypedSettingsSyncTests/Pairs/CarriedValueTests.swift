import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

/// Values of every kind of coding, in the messages of two devices.
@Suite(.timeLimit(.minutes(30))) struct CarriedValueTests {
  private struct Shift: Codable, Equatable, Sendable {
    var start = Date(timeIntervalSinceReferenceDate: 0.5)
    var badge = Data([1])
    var rate = Decimal(1)
    var note: String?

    static let changed = Shift(
      start: Date(timeIntervalSinceReferenceDate: 1e12), badge: Data([0, 255]), rate: Decimal(string: "0.10") ?? 0,
      note: "$null")
  }

  /// A coding, and a value of its type.
  private struct Row: Sendable {
    let makeSetting: @Sendable (_ name: String) -> any Setting
    let set: @Sendable (any Setting) -> Void
    /// Returns a description of the value if it isn't the one that was set.
    let difference: @Sendable (any Setting) -> String?

    init<Value: Equatable & Sendable>(_ coding: SettingCoding<Value>, _ value: Value, default defaultValue: Value) {
      makeSetting = { name in
        SettingRecord(
          name: name, key: SettingsKey(domain: TestDevice.domain, name: name), default: defaultValue,
          traits: .watchSync, coding: coding)
      }
      set = { setting in (setting as? SettingRecord<Value>)?.value = value }
      difference = { setting in
        guard let record = setting as? SettingRecord<Value> else { return "another type" }
        return record.value == value && record.issues.isEmpty ? nil : "\(record.value) instead of \(value)"
      }
    }
  }

  private static let forms: [SettingsValue] = [
    .null, true, 5, .unsigned(.max), 0.5, .double(.infinity), "$null", "AQI=", .data(Data([1, 2])), .date(.distantPast),
    ["$data": "AQI="], ["$$data": "AQI="], ["$date": "2026-11-21T08:15:30Z"], ["$number": "1e400"], ["a": [.null, []]],
  ]

  private static let rows: [Row] =
    [
      Row(.automatic, Shift.changed, default: Shift()), Row(.codable, Shift.changed, default: Shift()),
      Row(.jsonString, Shift.changed, default: Shift()), Row(.jsonData, Shift.changed, default: Shift()),
      Row(.jsonData, ["a"], default: []), Row(.jsonData, Shift?.none, default: Shift()),
      Row(.automatic, "$null", default: ""), Row(.automatic, ["$number": "1.50"], default: [:]),
      Row(.automatic, Int?.none, default: 5), Row(.automatic, Double.infinity, default: 0),
      Row(.automatic, Decimal(string: "99999999999999.99") ?? 0, default: 0), Row(.automatic, Int128.max, default: 0),
      Row(.iso8601, Shift.changed.start, default: .distantPast),
      Row(.automatic, ["$number": "1.50"] as SettingsValue, default: "default"),
    ]
    + forms.flatMap { form in
      [
        Row(.automatic, form, default: "default"),
        Row(.custom(encode: { $0 }, decode: { $0 }), form, default: "default"),
      ]
    }

  private func makeDevice() -> (device: TestDevice, settings: [any Setting]) {
    let device = TestDevice { Self.rows.enumerated().map { $1.makeSetting("Value\($0)") } }
    return (device, Array(device.group.settings.dropFirst(2)))
  }

  @Test(arguments: SettingsSyncTests.deliveries)
  func `a value of every coding is the same in the other device`(_ delivery: SyncDelivery) async throws {
    let network = TestNetwork(delivery)
    let (left, right) = (makeDevice(), makeDevice())
    for (row, setting) in zip(Self.rows, left.settings) { row.set(setting) }
    try await running([left.device.sync(over: network), right.device.sync(over: network)]) {
      // Sent last, so it arrives with the others or after them.
      left.device.count.value = 5
      try await wait { right.device.count.value == 5 && right.settings.allSatisfy(\.isSet) }
    }
    for (row, setting) in zip(Self.rows, right.settings) {
      #expect(row.difference(setting) == nil, "stored as \(setting.storedValue as Any)")
    }
  }
}
