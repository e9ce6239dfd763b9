import TypedSettings

@SettingsGroup(domain: "app") final class Group {
  @Pref(key: "") var empty = 1  // expect: key of a setting cannot be empty
  @Pref(key: "volume") var loudness = 1
  @Pref(key: "volume") var volume = 1  // expect: key 'volume' is already used by 'loudness' in this group
  @Pref var pitch = 1
  @Pref(key: "GroupPitch") var tone = 1  // expect: key 'GroupPitch' is already used by 'pitch' in this group
  #if DEBUG
    @Pref(key: "mode") var debugMode = 1
  #else
    @Pref(key: "mode") var releaseMode = 1
  #endif
}
