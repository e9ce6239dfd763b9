import TypedSettings

@SettingsGroup(domain: "app") final class Group {
  @Pref(key: "") var empty = 1  // expect: key of a setting cannot be empty; remove 'key:' to derive the key from the property
  @Pref(key: "volume") var loudness = 1
  @Pref(key: "volume") var volume = 1  // expect: key 'volume' is already used by 'loudness' in this group; set another 'key:' for one of them
  @Pref var pitch = 1
  @Pref(key: "GroupPitch") var tone = 1  // expect: key 'GroupPitch' is already used by 'pitch' in this group; set another 'key:' for one of them
  #if DEBUG
    @Pref(key: "mode") var debugMode = 1
  #else
    @Pref(key: "mode") var releaseMode = 1
  #endif
}

@SettingsGroup(domain: "app") final class Reserved {
  @Pref(key: "$version") var version = 1  // expect@14: key '$version' is reserved for the version of the domain
  @Pref(key: "$schema") var schema = 1  // expect@14: key '$schema' is reserved for the schema of a settings file
  @Pref(key: "$number") var number = 1  // expect@14: key '$number' is reserved for a number out of range
  @Pref(key: "$spellings") var spellings = 1  // expect@14: key '$spellings' is reserved for names that differ only in
  @Pref(aliases: ["$version"]) var other = 1  // expect@19: alias '$version' is reserved for the version of the domain
}

@SettingsGroup(domain: "app", keys: .propertyName) final class Names {
  @Pref var volume = 1
  @Pref(key: "volume") var loudness = 1  // expect@14: key 'volume' is already used by 'volume' in this group; set another 'key:' for one of them
}
