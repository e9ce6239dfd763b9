import TypedSettings

@SettingsGroup(domain: "app") final class Ruled {
  @Pref var low = 1
  static let rules = ["low is high"]  // expect@14: cannot convert return expression of type '[String]' to return type '[SettingsRule<Ruled>]'
}

@SettingsGroup(domain: "app") public final class OtherRuled {
  @Pref var low = 1
  static var rules: [SettingsRule<Ruled>] { [] }  // expect@14: cannot convert return expression of type '[SettingsRule<Ruled>]' to return type '[SettingsRule<OtherRuled>]'
}

@SettingsGroup(domain: "app") class Base {
  @Pref var low = 1
  class var rules: [SettingsRule<Base>] { [] }
}

@SettingsGroup(domain: "app") class Unruled {
  @Pref var low = 1
}

@SettingsGroup(domain: "app") final class Sub: Unruled {
  @Pref var high = 1
  static var rules: [String] { [] }  // expect@14: cannot convert value of type '[String]' to closure result type '[SettingsRule<Sub>]'
}

@SettingsGroup(domain: "app") final class InstanceRules {
  @Pref var low = 1
  var rules: [SettingsRule<InstanceRules>] { [] }  // expect@7: 'rules' of a settings group must be a 'static' property; add 'static'
}

@MainActor @SettingsGroup(domain: "app") final class IsolatedRules {
  @Pref var low = 1
  static var rules: [SettingsRule<IsolatedRules>] { [] }  // expect: can not be referenced from a nonisolated context
}

@SettingsGroup(domain: "app", version: 2) final class Migrating {
  @Pref var volume = 1
  static let migrations = 2  // expect@14: cannot convert return expression of type 'Int' to return type '[SettingsMigration]'
}

@SettingsGroup(domain: "app", version: 2) public class OpenMigrating {
  @Pref var volume = 1
  class var migrations: [Int] { [] }  // expect@13: cannot convert return expression of type '[Int]' to return type '[SettingsMigration]'
}

@SettingsGroup(domain: "app", version: 2) final class SubMigrating: Unruled {
  @Pref var volume = 1
  static var migrations: [Int] { [] }  // expect@14: cannot convert return expression of type '[Int]' to return type '[SettingsMigration]'
}

@SettingsGroup(domain: "app", version: 1) public final class WithoutMigrations {
  @Pref var volume = 1
}

@MainActor @SettingsGroup(domain: "app", version: 1) public final class IsolatedMigrations {
  @Pref var volume = 1
  static var migrations: [SettingsMigration] { [] }
}

@SettingsGroup(domain: "app") final class Inferred {
  @Pref(wrapper: Boxed<[Double]>.self) var numbers = [1]  // expect: cannot convert return expression of type '[Double]' to return type '[Int]' // also: cannot assign | cannot yield
}

struct Boxed<Wrapped: Sendable & Codable>: SettingWrapper {
  var wrappedValue: Wrapped
  static func makeWrapper(from value: Wrapped, config: Void) -> Boxed { Boxed(wrappedValue: value) }
}

@SettingsGroup(domain: "app", version: 2) final class Extended {  // expect@55: cannot convert return expression of type '[String]' to return type '[SettingsRule<Extended>]' | cannot convert return expression of type 'Int' to return type '[SettingsMigration]'
  @Pref var low = 1
}

extension Extended {
  static let rules = ["low is high"]
  static let migrations = 2
}

@MainActor @SettingsGroup(domain: "app", version: 2) class ExtendedCorrectly {
  @Pref var low = 1
}

extension ExtendedCorrectly {
  nonisolated static var rules: [SettingsRule<ExtendedCorrectly>] { [] }
  static let migrations: [SettingsMigration] = [SettingsMigration(to: 2) { _ in }]
}

@SettingsGroup(domain: "app") final class FunctionRules {
  @Pref var low = 1
  static func rules() -> [SettingsRule<FunctionRules>] { [] }  // expect@15: 'rules' of a settings group must be a 'static' property, not a function
}

@SettingsGroup(domain: "app", version: 2) final class FunctionMigrations {
  @Pref var low = 1
  #if DEBUG
    func unrelated() {}
  #else
    static func migrations() -> [SettingsMigration] { [] }  // expect@17: 'migrations' of a settings group must be a 'static' property, not a function
  #endif
}

@SettingsGroup(domain: "app")
final class ExtendedUnversioned {  // expect@13: 'migrations' never run in a settings group without a version; add 'version:' to '@SettingsGroup'
  @Pref var low = 1
}

extension ExtendedUnversioned {
  static let migrations = [SettingsMigration(to: 2) { _ in }]
}

@SettingsGroup(domain: "app") final class ExtendedByFunction {  // expect@43: 'rules' and 'migrations' of a settings group must be 'static' properties, not functions
  @Pref var low = 1
}

extension ExtendedByFunction {
  static func rules() -> [SettingsRule<ExtendedByFunction>] { [] }
}

@SettingsGroup(domain: "app", version: 2)
final class ExtendedByMigrations {  // expect@13: 'rules' and 'migrations' of a settings group must be 'static' properties, not functions
  @Pref var low = 1
}

extension ExtendedByMigrations {
  static func migrations() -> [SettingsMigration] { [] }
}

@SettingsGroup(domain: "app")
final class UnversionedFunction {  // expect@13: 'migrations' never run in a settings group without a version; add 'version:' to '@SettingsGroup'
  @Pref var low = 1
}

extension UnversionedFunction {
  static func migrations() -> [SettingsMigration] { [] }
}
