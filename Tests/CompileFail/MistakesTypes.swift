import TypedSettings

// Types that can't be stored: one error each, which names the type.

enum Theme { case light, dark }

struct Plain { var width = 1 }

@SettingsGroup(domain: "app") final class Types {
  @Pref var theme: Theme = .light  // expect@13: requires that 'UnstorableSetting<Theme>' conform to 'CodableOrRawRepresentable'
  @Pref var other = Theme.light  // expect@13: requires that 'UnstorableSetting<Theme>' conform to 'CodableOrRawRepresentable'
  @Pref var optional: Theme? = nil  // expect@13: requires that 'UnstorableSetting<Theme?>' conform to 'CodableOrRawRepresentable'
  @Pref var list: [Theme] = []  // expect@13: requires that 'UnstorableSetting<[Theme]>' conform to 'CodableOrRawRepresentable'
  @Pref var plain = Plain()  // expect@13: requires that 'UnstorableSetting<Plain>' conform to 'CodableOrRawRepresentable'
}

func use(types: Types) {
  types.theme = .dark
  types.$theme.reset()
  _ = types.$theme.isSet
}

@SettingsGroup(domain: "app") final class Nested {
  enum Theme { case light, dark }
  @Pref var theme: Theme = .light  // expect@13: requires that 'UnstorableSetting<Nested.Theme>' conform to 'CodableOrRawRepresentable'
  @Pref var other = Theme.light  // expect@13: requires that 'UnstorableSetting<Nested.Theme>' conform to 'CodableOrRawRepresentable'
  @Pref(coding: .jsonString) var untouched = [1]
}

@SettingsGroup(domain: "app") final class Extended {
  enum Theme { case light, dark }
  enum Size { case small, large }
  @Pref var theme: Theme = .light
  @Pref var size = Size.small
}

extension Extended.Theme: Codable {}

extension Extended.Size: RawRepresentable {
  init?(rawValue: Int) { self = rawValue == 0 ? .small : .large }
  var rawValue: Int { self == .small ? 0 : 1 }
}

@SettingsGroup(domain: "app") final class Untyped {
  @Pref var nothing = nil  // expect@23: 'nil' requires a contextual type
  @Pref var list = []  // expect@20: empty collection literal requires an explicit type
  @Pref var dictionary = [:]  // expect@26: empty collection literal requires an explicit type
}
