import TypedSettings

struct Opaque: Sendable {}

final class Shared {}

actor Actor {}

typealias MaybeNumber = Int?

@SettingsGroup(domain: "app") final class Unstorable {
  @Pref var first: Opaque = Opaque()  // expect@13: requires that 'UnstorableSetting<Opaque>' conform to 'CodableOrRawRepresentable'
  @Pref var second = Opaque()  // expect@13: requires that 'UnstorableSetting<Opaque>' conform to 'CodableOrRawRepresentable'
  @Pref var third: [Opaque] = []  // expect@13: requires that 'UnstorableSetting<[Opaque]>' conform to 'CodableOrRawRepresentable'
  @Pref var fourth: Opaque  // expect: conform
  init(fourth: Opaque) { self.fourth = fourth }
}

@SettingsGroup(domain: "app") final class NotSendable {
  @Pref var shared: Shared = Shared()  // expect@13: requires that 'UnstorableSetting<Shared>' conform to 'CodableOrRawRepresentable'
  @Pref var other = Shared()  // expect@13: requires that 'UnstorableSetting<Shared>' conform to 'CodableOrRawRepresentable'
  @Pref var actor: Actor = Actor()  // expect@13: requires that 'UnstorableSetting<Actor>' conform to 'CodableOrRawRepresentable'
}

@SettingsGroup(domain: "app") final class NeverStorable {
  @Pref var pair: (Int, Int) = (1, 2)  // expect@19: '@Pref' cannot store values of type '(Int, Int)'
  @Pref var action: () -> Void = {}  // expect@21: '@Pref' cannot store values of type '() -> Void'
  @Pref var any: Any = 1  // expect@18: '@Pref' cannot store values of type 'Any'
  @Pref var coded: any Codable = 1  // expect@20: '@Pref' cannot store values of type 'any Codable'
  @Pref var some: some Codable = 1  // expect@19: '@Pref' property cannot have the opaque type 'some Codable'
  @Pref var result: Result<Int, any Error> = .success(1)  // expect@13: requires that 'UnstorableSetting<Result<Int, any Error>>' conform to 'CodableOrRawRepresentable'
  @Pref var path: KeyPath<String, Int> = \.count  // expect@19: '@Pref' cannot store values of type 'KeyPath<String, Int>'
  @Pref var inferredPair = (1, 2)  // expect@28: '@Pref' cannot store tuples
  @Pref var inferredPath = \String.count  // expect@28: '@Pref' cannot store key paths
}

@SettingsGroup(domain: "app") final class Uninitialized {
  @Pref var number: MaybeNumber  // expect@13: '@Pref' property 'number' must have a default value or be assigned
  @Pref var other: [Int]  // expect@13: '@Pref' property 'other' must have a default value or be assigned
}

@SettingsGroup(domain: "app") final class AssignedTwice {
  @Pref var number: Int
  init() {
    number = 1
    self.number = 2  // expect@5: '@Pref' property 'number' can only be assigned once in an initializer
  }
}

@SettingsGroup(domain: "app") final class Mismatched {
  @Pref var number: Int = "one"  // expect@27: cannot convert value of type 'String' // also: cannot convert
  @Pref var name: String = missing  // expect@28: cannot find 'missing' in scope // also: cannot find
  @Pref var list = missing()  // expect@20: cannot find 'missing' in scope // also: cannot find
  @Pref(validate: .range(0...1)) var text = "a"  // expect: 'range' needs bounds of the setting's type
  @Pref
  var items: [Int: String] = [
    1: "a", 2: missing,  // expect@16: cannot find 'missing' in scope // also: cannot find
  ]
}

@SettingsGroup(domain: "app") final class Arguments {
  @Pref @PrefAttr(\.section, 3) var section = 1  // expect: cannot convert value of type 'Int' // also: cannot convert | inferred | referencing
}

@SettingsGroup(domain: "app") final class Nils {
  /// A property without a type.
  @Pref var absent = nil  // expect@22: 'nil' requires a contextual type
  @Pref var number: Int = nil  // expect@27: 'nil' cannot initialize specified type 'Int'
  @Pref var list: [Int] = nil  // expect@27: 'nil' cannot initialize specified type '[Int]'
  @Pref var maybe: MaybeNumber = nil
}
