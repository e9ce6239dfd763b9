import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// Generated settings, exported from one store and imported into an empty one.
struct ExchangePropertyTests {
  /// A setting of one type, and a stored value of it.
  private func sample(_ number: Int, _ generator: inout SeededGenerator) -> ([any Setting], SettingsValue) {
    let name = "s\(number)"
    switch generator.number(below: 10) {
    case 0: return ([AnyGroup.record(name, false)], .bool(Bool.random(using: &generator)))
    case 1: return ([AnyGroup.record(name, 0)], .integer(Int64(bitPattern: generator.next())))
    case 2: return ([AnyGroup.record(name, UInt64(0))], .unsigned(generator.next() | 1 << 63))
    case 3:
      let number = Double(bitPattern: generator.next())
      return ([AnyGroup.record(name, 0.0)], .double(number.isNaN ? .nan : number))
    case 4:
      return (
        [AnyGroup.record(name, "")],
        .string(generator.text().filter { $0.unicodeScalars.allSatisfy { $0.value > 31 && $0.value < 0xFFFE } })
      )
    case 5:
      return (
        [AnyGroup.record(name, Data())], .data(Data((0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }))
      )
    case 6: return ([AnyGroup.record(name, Date.distantPast)], date(&generator))
    case 7:
      return ([AnyGroup.record(name, [Date]())], .array((0..<generator.number(below: 4)).map { _ in date(&generator) }))
    case 8:
      return (
        [AnyGroup.codable(name, Traveller())],
        ["name": "n", "age": .integer(Int64(generator.number(below: 99))), "born": date(&generator), "x": true]
      )
    default:
      return ([AnyGroup.record(name, Int?.none)], Bool.random(using: &generator) ? .null : .integer(4))
    }
  }

  private func date(_ generator: inout SeededGenerator) -> SettingsValue {
    .date(Date(timeIntervalSinceReferenceDate: Double.random(in: -6e10..<2e11, using: &generator)))
  }

  @Test(arguments: exportFormats) func `exported values are imported into another store unchanged`(
    format: FileSettingsStore.Format
  ) throws {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<100 {
      let (source, target) = (InMemorySettingsStore(), InMemorySettingsStore())
      var settings: [any Setting] = []
      var copies: [any Setting] = []
      for number in 0..<20 {
        var same = generator
        let (setting, value) = PreferenceContext.$store.withValue(source) { sample(number, &generator) }
        copies += PreferenceContext.$store.withValue(target) { sample(number, &same).0 }
        settings += setting
        if generator.number(below: 4) > 0 { source.set(value, forKey: exchangeKey("s\(number)")) }
      }
      try AnyGroup(copies).import(AnyGroup(settings).export(format))
      for setting in settings {
        let key = setting.key
        #expect(target.value(forKey: key) == source.value(forKey: key), "\(key)")
      }
    }
  }
}
