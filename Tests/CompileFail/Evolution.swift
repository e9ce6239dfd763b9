import TypedSettings

@SettingsGroup(domain: "app") final class Aliases {
  @Pref(aliases: [""]) var empty = 1  // expect: alias '""' of 'empty' cannot be empty; remove it
  @Pref(aliases: ["AliasesOwn"]) var own = 1  // expect: alias 'AliasesOwn' of 'own' cannot be the setting's own key; remove it
  @Pref(aliases: ["old"]) var first = 1
  @Pref(aliases: ["old"]) var second = 1  // expect: alias 'old' of 'second' is already an alias of 'first' in this group
  @Pref(aliases: ["AliasesFirst"]) var third = 1  // expect: alias 'AliasesFirst' of 'third' is already the key of 'first' in this group
  @Pref(aliases: [1]) var fourth = 1  // expect@19: cannot convert value of type 'Int' to expected element type 'String' // also: stored property | cannot convert
}

@SettingsGroup(domain: "app", version: 0)  // expect: version of a settings group must be 1 or greater, not '0'; start with 1
final class Zero {
  @Pref var volume = 1
}

@SettingsGroup(domain: "app") final class Unversioned {
  @Pref var volume = 1
  static var migrations: [SettingsMigration] { [] }  // expect: 'migrations' never run in a settings group without a version; add 'version:'
}

@SettingsGroup(domain: "app", version: 2) final class OfInstances {
  @Pref var volume = 1
  var migrations: [SettingsMigration] { [] }  // expect: 'migrations' of a settings group must be a 'static' property; add 'static'
}

@SettingsGroup(domain: "app") final class Codings {
  @Pref(coding: .missing) var first = 1  // expect@18: has no member 'missing' // also: stored property | has no member
  @Pref(coding: SettingCoding<String>.automatic) var second = 1  // expect: cannot convert value of type 'SettingCoding<String>' to expected argument type 'SettingCoding<Int>' // also: cannot convert
}
