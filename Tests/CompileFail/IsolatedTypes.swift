// options: -default-isolation MainActor
import TypedSettings

struct Size: Codable { var width = 1 }
struct Plain { var width = 1 }
enum Kind: String, Codable { case a }
nonisolated struct Free: Codable { var width = 1 }

@SettingsGroup(domain: "app") final class Group {
  @Pref var size = Size()  // expect@13: declare the type 'nonisolated' // also: main actor-isolated conformance
  @Pref var sizes: [Size] = []  // expect@13: declare the type 'nonisolated'
  @Pref var plain = Plain()  // expect@13: requires that 'UnstorableSetting<Plain>' conform to 'CodableOrRawRepresentable'
  @Pref var kind = Kind.a
  @Pref var free = Free()
}

@MainActor @SettingsGroup(domain: "app") final class Isolated {
  @Pref var size = Size()  // expect@13: declare the type 'nonisolated' // also: main actor-isolated conformance
  @Pref var free = Free()
}

extension SettingsTrait {
  static let advanced = SettingsTrait(custom: 0)
}

func isolatedLevel() -> Int { 3 }

@SettingsGroup(domain: "app")
final class IsolatedArguments {
  /// The timeout, whose error is at its own line.
  @Pref(traits: [.advanced]) var timeout = 30  // expect@7: main actor-isolated default value in a nonisolated context

  @Pref(
    traits: [.advanced]  // expect: main actor-isolated default value in a nonisolated context
  )
  var count: Int = 1

  /// The level.
  @Pref var level = isolatedLevel()  // expect@7: main actor-isolated default value in a nonisolated context // also: main actor-isolated default value
  @Pref var other: Int = isolatedLevel()  // expect@7: main actor-isolated default value in a nonisolated context // also: main actor-isolated default value
}
