import TypedSettings

/// A setting of the model's group.
struct ModelSetting: Sendable {
  let name: String
  /// The older name, if the stores have the feature.
  var alias: String?
  var traits: SettingsTrait = []
  let shape: ModelShape
  let defaultForm: SettingsValue
  /// The forms to assign, including some that a rule refuses or changes.
  let forms: [SettingsValue]
  /// Values that another program may have stored: older forms, unreadable ones, and some that are partly readable.
  let rawValues: [SettingsValue]
  /// The shape in the earlier program's class.
  var earlierShape: ModelShape?
  var earlierDefault: SettingsValue?

  var key: SettingsKey { ModelSchema.key(name) }
}

/// The settings of the model's group.
enum ModelSchema {
  static let domain = "com.example.model"

  static let settings: [ModelSetting] = [
    ModelSetting(
      name: "count", shape: .number, defaultForm: 5, forms: [0, 1, 5, 7],
      rawValues: [1, 5, 7, "7", true, .double(7), "seven", [1]]),
    ModelSetting(
      name: "title", alias: "heading", shape: .text, defaultForm: "none", forms: ["none", "a", "b", "7", ""],
      rawValues: ["a", "none", 7, true, ["x"]]),
    ModelSetting(
      name: "level", alias: "grade", shape: .bounded(0...10, clamps: false), defaultForm: 3, forms: [0, 3, 10, 11, -1],
      rawValues: [3, 10, "10", 11, "11", "high"]),
    ModelSetting(
      name: "volume", shape: .bounded(0...10, clamps: true), defaultForm: 3, forms: [0, 3, 10, 11, -1],
      rawValues: [3, 10, "10", 11, "11", "high"]),
    ModelSetting(
      name: "limit", shape: .optional(.number), defaultForm: 3, forms: [.null, 3, 4], rawValues: [.null, 3, "4", "x"]),
    ModelSetting(
      name: "tags", shape: .list, defaultForm: ["a"], forms: [[], ["a"], ["a", "b"], ["b"]],
      rawValues: [["a"], ["b", 1], ["a", ["b"]], 7, ["x": ["y"]]]),
    ModelSetting(
      name: "profile",
      shape: .profile([
        "name": .init(shape: .text, defaultForm: "n"), "size": .init(shape: .number, defaultForm: 1),
        "note": .init(shape: .optional(.text), defaultForm: "x"),
      ]),
      defaultForm: ["name": "n", "size": 1, "note": "x"],
      forms: [
        ["name": "n", "size": 1, "note": "x"], ["name": "n", "size": 2, "note": .null],
        ["name": "m", "size": 1, "note": "y"],
      ],
      rawValues: [
        ["name": "m"], ["name": "n", "size": "2"], ["size": [1], "note": "y"], ["name": "n", "later": 1], "none",
        ["name": "n", "size": 1, "note": "x"],
      ],
      earlierShape: .profile(["name": .init(shape: .text, defaultForm: "n")]), earlierDefault: ["name": "n"]),
    ModelSetting(
      name: "pin", alias: "code", traits: .secret, shape: .bounded(700_000...799_999, clamps: false),
      defaultForm: 700_000, forms: [700_000, 734_511, 734_512, 888_811],
      rawValues: [734_511, 734_512, "734512", 888_811, "word 734513"]),
    ModelSetting(
      name: "search", alias: "query", traits: .transient, shape: .optional(.text), defaultForm: "x",
      forms: [.null, "x", "a", "7"], rawValues: [.null, "x", "a", 7, true, ["x"]]),
  ]

  static let names = settings.map(\.name)

  /// The parts of texts that show the value of a secret setting.
  static let secretTexts = ["734511", "734512", "734513", "888811"]

  /// Changes values of an earlier version to those of the program's.
  static func migrate(_ values: inout [String: SettingsValue]) {
    if case .integer(let number)? = values["count"] { values["count"] = .integer(number * 60 % 9_973) }
    if let caption = values.removeValue(forKey: "title") { values["title"] = caption == "a" ? "b" : caption }
  }

  /// The names of the settings of a rule.
  static let ruledNames = ["level", "volume"]

  /// Returns whether two values keep the rule.
  static func rule(_ level: SettingsValue, _ volume: SettingsValue) -> Bool {
    guard case .integer(let level) = level, case .integer(let volume) = volume else { return false }
    return level <= volume + 5
  }

  /// Returns the name of the setting that has a name or an older name; the name itself if it's that of the version.
  static func currentName(of name: String) -> String { settings.first { $0.alias == name }?.name ?? name }

  private static let settingsByName = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0) })

  static subscript(_ name: String) -> ModelSetting { settingsByName[name] ?? settings[0] }

  /// The names of the settings whose values are in memory.
  static let transientNames = Set(settings.filter { $0.traits.contains(.transient) }.map(\.name))

  /// The names of the settings whose values aren't shown.
  static let secretNames = Set(settings.filter { $0.traits.contains(.secret) }.map(\.name))

  static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }
}

/// A class of settings, of which there are two: that of the program, and that of an earlier one.
enum ModelClass: Sendable {
  case current, earlier

  func shape(of name: String) -> ModelShape {
    let setting = ModelSchema[name]
    return self == .earlier ? setting.earlierShape ?? setting.shape : setting.shape
  }

  func defaultForm(of name: String) -> SettingsValue {
    let setting = ModelSchema[name]
    return self == .earlier ? setting.earlierDefault ?? setting.defaultForm : setting.defaultForm
  }

  /// Returns the form that this class has of another class's form of a value.
  func form(_ form: SettingsValue, of name: String) -> SettingsValue {
    guard self == .earlier, case .profile(let properties) = shape(of: name), case .dictionary(let members) = form
    else { return form }
    return .dictionary(members.filter { properties[$0.key] != nil })
  }

  func read(_ stored: SettingsValue?, of name: String) -> ModelShape.Reading {
    shape(of: name).read(stored, default: defaultForm(of: name))
  }
}

extension ModelClass {
  /// Returns the code of the error for a stored form that can't be set.
  func refusalCode(of stored: SettingsValue, _ name: String) -> SettingsError.Code {
    guard case .bounded = shape(of: name), ModelShape.number.read(stored, default: 0).issueCount == 0 else {
      return .undecodable
    }
    return .invalid
  }

  /// Returns whether a usable part of a stored value has an older form.
  func isOlderForm(_ stored: SettingsValue, of name: String) -> Bool { shape(of: name).isOlderForm(stored) }
}
