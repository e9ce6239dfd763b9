import TypedSettings

struct Opaque: Sendable {}

final class Shared {}

@SettingsGroup(domain: "app") final class Unstorable {
  @Pref var first: Opaque = Opaque()  // expect: conform
  @Pref var second = Opaque()  // expect: conform
  @Pref var third: [Opaque] = []  // expect: conform
  @Pref var fourth: Opaque  // expect: conform
  init(fourth: Opaque) { self.fourth = fourth }
}

@SettingsGroup(domain: "app") final class NotSendable {
  @Pref var shared: Shared = Shared()  // expect: 'Shared' does not conform to the 'Sendable' protocol // also: conform | non-Sendable
}

@SettingsGroup(domain: "app") final class Mismatched {
  @Pref var number: Int = "one"  // expect: cannot convert value of type 'String' // also: cannot convert
  @Pref var name: String = missing  // expect: cannot find 'missing' in scope // also: cannot find
}

@SettingsGroup(domain: "app") final class Arguments {
  @Pref @PrefAttr(\.section, 3) var section = 1  // expect: cannot convert value of type 'Int' // also: cannot convert | inferred | referencing
}
