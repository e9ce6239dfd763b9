import Testing
import TypedSettings

@SettingsGroup(domain: "operators")
final class RankedSettings: Comparable, Hashable {
  @Pref var rank = 1

  static func == (left: RankedSettings, right: RankedSettings) -> Bool { left.rank == right.rank }
  static func < (left: RankedSettings, right: RankedSettings) -> Bool { left.rank < right.rank }

  func hash(into hasher: inout Hasher) { hasher.combine(rank) }

  enum Level: Int, Comparable {
    case low, high

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }
}

protocol Comparing: Equatable {}

@SettingsGroup(domain: "operators")
class ComparedSettings: Comparing {
  @Pref var rank = 1

  init() {}

  static func == (left: ComparedSettings, right: ComparedSettings) -> Bool { left.rank == right.rank }
}

@Suite struct OperatorTests {
  @Test func `a group can be compared and hashed by operators in its class`() {
    let first = RankedSettings.testSettings()
    let second = RankedSettings.testSettings()
    #expect(areEqual(first, second))
    second.rank = 2
    #expect(!areEqual(first, second))
    #expect([second, first].min() === first)
    #expect(Set([first, second]).count == 2)
    #expect(RankedSettings.Level.low < .high)
  }

  @Test func `a protocol that refines Equatable is conformed to as well`() {
    #expect(areEqual(ComparedSettings.testSettings(), ComparedSettings.testSettings()))
  }

  private func areEqual<Value: Equatable>(_ left: Value, _ right: Value) -> Bool { left == right }
}
