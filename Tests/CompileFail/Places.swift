import TypedSettings

final class NoGroup {
  @Pref var volume = 1  // expect: '@Pref' can only be attached to a property in the body of a class marked '@SettingsGroup'
}

@SettingsGroup(domain: "app") final class Group {
  @Pref var volume = 1
  @PrefAttr(\.section, "Sound") var pitch = 1  // expect: '@PrefAttr' can only be attached to a property marked '@Pref'
  @Pref func play() {}  // expect: 'accessor' macro cannot be attached to instance method ('play')
  @Pref subscript(index: Int) -> Int { 1 }  // expect@3: '@Pref' cannot be attached to a subscript
  init() {}
}

extension Group {
  @Pref var loudness: Int  // expect: '@Pref' can only be attached to a property in the body of a class marked '@SettingsGroup'
}

@Pref var global = 1  // expect: '@Pref' can only be attached to a property in the body of a class marked '@SettingsGroup'
