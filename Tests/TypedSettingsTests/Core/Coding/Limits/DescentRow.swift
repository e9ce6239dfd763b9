import Testing
import TypedSettings

/// A way to nest values, with its type erased.
struct DescentRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let tree: @Sendable (_ levels: Int) -> SettingsValue
  let encode: @Sendable (_ levels: Int) throws -> SettingsValue
  let decode: @Sendable (SettingsValue) throws -> Int

  init<Value: Codable & SendableMetatype>(
    _ name: String, _ make: @escaping @Sendable (Int) -> Value, tree: @escaping @Sendable (Int) -> SettingsValue,
    levels: @escaping @Sendable (Value) -> Int
  ) {
    testDescription = name
    self.tree = tree
    encode = { try MigratingEncoder().encode(make($0)) }
    decode = { levels(try MigratingDecoder().decode(Value.self, from: $0)) }
  }

  static let all = [
    DescentRow("elements", { Descent.Elements(levels: $0) }, tree: Descent.arrays) { $0.levels },
    DescentRow("properties", { Descent.Properties(levels: $0) }, tree: Descent.dictionaries) { $0.levels },
    DescentRow("dictionaries by hand", { Descent.Containers(levels: $0) }, tree: Descent.dictionaries) { $0.levels },
    DescentRow("arrays by hand", { Descent.Lists(levels: $0) }, tree: Descent.arrays) { $0.levels },
    DescentRow("superclasses by hand", { Descent.Supers(levels: $0) }, tree: Descent.dictionaries) { $0.levels },
    DescentRow("superclasses in arrays by hand", { Descent.ListedSupers(levels: $0) }, tree: Descent.arrays) {
      $0.levels
    },
  ]
}
