// options: -default-isolation MainActor
import TypedSettings

struct Size: Codable { var width = 1 }
struct Plain { var width = 1 }
enum Kind: String, Codable { case a }
nonisolated struct Free: Codable { var width = 1 }

@SettingsGroup(domain: "app") final class Group {
  @Pref var size = Size()  // expect@13: declare the type 'nonisolated' // also: main actor-isolated conformance
  @Pref var sizes: [Size] = []  // expect@13: declare the type 'nonisolated'
  @Pref var plain = Plain()  // expect@13: a setting's type must conform to 'Sendable', and to 'Codable'
  @Pref var kind = Kind.a
  @Pref var free = Free()
}

@MainActor @SettingsGroup(domain: "app") final class Isolated {
  @Pref var size = Size()  // expect@13: declare the type 'nonisolated' // also: main actor-isolated conformance
  @Pref var free = Free()
}
