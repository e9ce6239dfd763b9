import Foundation
import TypedSettings

/// Settings with rules, and the same settings without rules.
@SettingsGroup(domain: "com.example.benchmarks.rules")
final class RuledSettings {
  @Pref var plain = 25
  @Pref(wrapper: Clamped<Int>.self, config: 0...100) var clamped = 25
  @Pref(validate: .range(0...100)) var validated = 25
  @Pref(wrapper: Boxed<Data>.self) var large = Data(count: 10_000_000)
  @Pref var list: [Int] = []
  @Pref(wrapper: Boxed<[Int]>.self) var boxedList: [Int] = []

  static func opaque() -> RuledSettings { benchmarks.opaque { testSettings() } }
}
