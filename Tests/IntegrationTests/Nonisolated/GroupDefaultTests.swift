import Testing
import TypedSettings

extension SettingsTrait {
  fileprivate static let config = SettingsTrait(custom: 7)
  fileprivate static let advanced = SettingsTrait(custom: 8)
}

@SettingsGroup(domain: "defaults", traits: [.advanced])
final class NestedDefaultSettings {
  @Pref var hours = 8
}

@SettingsGroup(domain: "defaults", traits: [.config], version: 1)
final class DefaultTraitSettings {
  @Pref var columns = 2
  @Pref(traits: [.deviceLocal]) var rows: Int
  @Pref(validate: .range(0...1), policy: .clamp) var share = 0.5
  let nested = NestedDefaultSettings()

  init(rows: Int = 3) { self.rows = rows }
}

struct Margins: Equatable {
  var top = 0
  var bottom = 0
}

extension SettingCoding<Margins> {
  /// A dictionary, in which a margin that is absent is that of the default.
  static var partial: SettingCoding {
    .custom(
      encode: { ["top": .integer(Int64($0.top)), "bottom": .integer(Int64($0.bottom))] },
      decodeWithDefault: { stored, defaultValue in
        let values = try SettingCoding<[String: Int]>.automatic.decode(stored)
        var margins = defaultValue ?? Margins()
        if let top = values["top"] { margins.top = top }
        if let bottom = values["bottom"] { margins.bottom = bottom }
        return margins
      })
  }
}

@SettingsGroup(domain: "defaults", keys: .propertyName)
final class PartialSettings {
  @Pref(coding: SettingCoding<Margins>.partial) var margins = Margins(top: 3, bottom: 4)
}

/// Members whose names resemble those of emitted code.
@SettingsGroup(domain: "names")
final class NamedLikeEmittedSettings {
  @Pref var enumerateSettings = true
  // swift-format-ignore: AlwaysUseLowerCamelCase
  @Pref var NamedLikeEmittedSettings = 1
  @Pref var transaction = 2
}

@Suite struct GroupDefaultTests {
  @Test func `the traits of a group are those of each of its settings, in addition to its own`() {
    let settings = DefaultTraitSettings.testSettings()
    #expect(settings.$columns.traits == [.config])
    #expect(settings.$rows.traits == [.config, .deviceLocal])
    #expect(settings.$share.traits == [.config])
    #expect(settings.settings(withTraits: .config).map(\.name) == ["columns", "rows", "share"])
  }

  @Test func `a nested group has the traits of its own class`() {
    #expect(DefaultTraitSettings.testSettings().nested.$hours.traits == [.advanced])
  }

  @Test func `a coding can use the default of the setting`() throws {
    let store = InMemorySettingsStore()
    store.set(["bottom": 9], forKey: SettingsKey(domain: "defaults", name: "margins"))
    let settings = PartialSettings.make(alternateStore: store)
    #expect(settings.margins == Margins(top: 3, bottom: 9))
    #expect(settings.$margins.issue == nil)
    settings.margins.top = 1
    #expect(settings.$margins.encodedValue == ["top": 1, "bottom": 9])
    #expect(try SettingCoding<Margins>.partial.decode(["top": 5]) == Margins(top: 5, bottom: 0))
  }

  @Test func `settings can have the names of emitted functions and of their class`() throws {
    let settings = NamedLikeEmittedSettings.testSettings()
    settings.enumerateSettings = false
    settings.NamedLikeEmittedSettings = 3
    try settings.transaction { $0.transaction = 4 }
    #expect(settings.allSettings.map(\.name) == ["enumerateSettings", "NamedLikeEmittedSettings", "transaction"])
    #expect((settings.enumerateSettings, settings.NamedLikeEmittedSettings, settings.transaction) == (false, 3, 4))
  }
}
