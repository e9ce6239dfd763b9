import TypedSettings

// Arguments and uses of a group: one error each.

@SettingsGroup(domain: "app", prefix: "x") final class Prefixed {  // expect@31: '@SettingsGroup' has no argument 'prefix'; use 'keyPrefix: "x"'
  @Pref var first = 1
  @Pref var second = 2
}

@SettingsGroup(name: "app") final class Named {  // expect@16: '@SettingsGroup' has no argument 'name'; use 'domain: "app"'
  @Pref var volume = 1
}

@SettingsGroup(suiteName: "app") final class Suite {  // expect@16: '@SettingsGroup' has no argument 'suiteName'; use 'domain: "app"'
  @Pref var volume = 1
}

@SettingsGroup(domain: "app", store: .inMemory) final class Stored {  // expect@31: '@SettingsGroup' has no argument 'store'; bind 'PreferenceContext.$store', or use 'Stored.make(alternateStore:)'
  @Pref var volume = 1
}

@SettingsGroup(domain: nil) final class NoDomain {  // expect@24: 'domain' of '@SettingsGroup' must be a string such as "com.example.app"
  @Pref var volume = 1
}

@SettingsGroup(domain: "app", version: 1.5) final class Fraction {  // expect@40: 'version' of '@SettingsGroup' must be a whole number such as 1
  @Pref var volume = 1
}

@SettingsGroup(domain: "app", version: "2") final class Text {  // expect@40: 'version' of '@SettingsGroup' must be a whole number such as 2
  @Pref var volume = 1
}

@SettingsGroup(domain: "app", keys: .snakeCase) final class Snakes {  // expect@37: 'keys' of '@SettingsGroup' must be '.prefixed' or '.propertyName', not '.snakeCase'
  @Pref var volume = 1
}

func use(prefixed: Prefixed, fraction: Fraction) {
  prefixed.first = 2
  prefixed.$second.reset()
  _ = fraction.$volume
}

// Errors that only the compiler can report. They cause no errors in the settings.

@SettingsGroup(domain: "app", keyPrefx: "x") final class Misspelled {  // expect@15: incorrect argument label in macro expansion (have 'domain:keyPrefx:', expected 'domain:keyPrefix:')
  @Pref var volume = 1
}

@SettingsGroup("app") final class Unlabeled {  // expect@16: '@SettingsGroup' has no argument '_'; use 'domain: "app"'
  @Pref var volume = 1
}

@SettingsGroup(keyPrefix: "a", domain: "b") final class Order {  // expect@32: argument 'domain' must precede argument 'keyPrefix'
  @Pref var volume = 1
}

// Uses of a group.

protocol HasTheme {}

@SettingsGroup(domain: "app") final class Themed: HasTheme {
  @Pref var volume = 1
}

@SettingsGroup(domain: "app") final class SendableThemed: Sendable, HasTheme {
  @Pref var volume = 1
}

func use(themed: Themed, sendable: SendableThemed) {
  themed.reset()  // expect@10: use 'resetAll()', or the 'reset()' of one setting: 'settings.$name.reset()'
  _ = Themed.testSettings()  // expect@14: 'HasTheme' might be a superclass of 'Themed'; if it is a protocol, write 'Sendable' first: 'final class Themed: Sendable, HasTheme'; otherwise, declare 'init()'
  _ = Themed.shared  // expect@14: 'HasTheme' might be a superclass of 'Themed'
  _ = themed.draft()  // expect@14: 'HasTheme' might be a superclass of 'Themed'
  _ = SendableThemed.testSettings()
  _ = SendableThemed.shared
  _ = sendable.draft()
}

// Names that emitted code uses, and a global actor whose name doesn't say so: no error.

@SettingsGroup(domain: "app") final class Names {
  @Pref var enumerateSettings = 1
  @Pref var TypedSettings = 2
  @Pref var rules = 3
  @Pref var Names = 4
  @Pref var draft = 5
  @Pref var shared: [Int] = []
}

@globalActor actor Database { static let shared = Database() }

@Database @SettingsGroup(domain: "app") final class OnDatabase {
  @Pref var volume = 1
  @Pref var list: [Int] = []
}

func use(names: Names) {
  names.enumerateSettings = 2
  names.$TypedSettings.reset()
  names.$Names.reset()
}

@Database func useDatabase() { OnDatabase.testSettings().volume = 2 }
