import Testing
import TypedSettings

private enum Theme: String, CaseIterable { case automatic, light, dark }
private enum CodableTheme: String, Codable, CaseIterable { case light, dark }
private enum Unlisted: String { case one }
private enum UserTheme: String { case one }
private enum UITheme: String { case one }
private struct Corner: Codable, Equatable {
  var left = 0
  var top = 0
  init() {}
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    left = try container.decode(Int.self)
    top = try container.decode(Int.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(left)
    try container.encode(top)
  }
}
private struct PersonProfile: Codable, Equatable {
  var age = 0
  var theme = CodableTheme.light
}
private struct Picky: Codable, Equatable {
  struct Refusal: Error { var text: String }
  var text = ""
  init() {}
  init(from decoder: any Decoder) throws { throw Refusal(text: try decoder.singleValueContainer().decode(String.self)) }
  func encode(to encoder: any Encoder) throws { throw Refusal(text: text) }
}

/// A setting with an unusable stored value, and the message about it.
struct BadValueCase: Sendable, CustomTestStringConvertible {
  let stored: SettingsValue
  let message: String
  /// The message if the setting is secret.
  let secretMessage: String
  let issue: @Sendable (SettingsTrait) -> SettingsError?
  /// The error of assigning the stored value in its stored form.
  let assign: @Sendable (SettingsTrait) -> SettingsError?

  var testDescription: String { message }

  init<Value: Sendable>(
    _ coding: SettingCoding<Value>, _ defaultValue: Value, _ stored: SettingsValue, _ message: String, secret: String
  ) {
    self.stored = stored
    self.message = message
    secretMessage = secret
    let makeRecord = { @Sendable (traits: SettingsTrait, stored: SettingsValue?) -> SettingRecord<Value> in
      let store = InMemorySettingsStore()
      store.set(stored, forKey: testKey)
      return PreferenceContext.$store.withValue(store) {
        SettingRecord(name: "value", key: testKey, default: defaultValue, traits: traits, coding: coding)
      }
    }
    issue = { makeRecord($0, stored).issue }
    assign = { traits in
      do throws(SettingsError) { try makeRecord(traits, nil).setEncodedValue(stored) } catch { return error }
      return nil
    }
  }

  private static let long = String(repeating: "long ", count: 50)

  static let all: [BadValueCase] = [
    BadValueCase(
      .automatic, Theme.dark, "darkk",
      #""darkk" is not a Theme; expected one of "automatic", "light", "dark""#,
      secret: #"a string that is not a Theme; expected one of "automatic", "light", "dark""#),
    BadValueCase(
      .automatic, Theme.dark, 5, #"5 is not a Theme; expected one of "automatic", "light", "dark""#,
      secret: #"an integer that is not a Theme; expected one of "automatic", "light", "dark""#),
    BadValueCase(
      .automatic, CodableTheme.dark, "x", #""x" is not a CodableTheme; expected one of "light", "dark""#,
      secret: #"a string that is not a CodableTheme; expected one of "light", "dark""#),
    BadValueCase(
      .automatic, Unlisted.one, "two", #""two" is not an Unlisted"#, secret: "a string that is not an Unlisted"),
    BadValueCase(
      .automatic, UserTheme.one, "two", #""two" is not a UserTheme"#, secret: "a string that is not a UserTheme"),
    BadValueCase(.automatic, UITheme.one, "two", #""two" is not a UITheme"#, secret: "a string that is not a UITheme"),
    BadValueCase(
      .automatic, Corner(), [1], "an array with only 1 element", secret: "an array with only 1 element"),
    BadValueCase(
      .automatic, [Theme.dark], ["x"], #""x" is not a Theme; expected one of "automatic", "light", "dark""#,
      secret: #"a string that is not a Theme; expected one of "automatic", "light", "dark""#),
    BadValueCase(
      .automatic, [Theme.dark: 1], ["x": 1],
      #""x" isn't a valid key because it is not a Theme; expected one of "automatic", "light", "dark""#,
      secret:
        #"a string that isn't a valid key because it is not a Theme; expected one of "automatic", "light", "dark""#),
    BadValueCase(.automatic, 1, "soon", #""soon" is not an integer"#, secret: "a string that is not an integer"),
    BadValueCase(
      .automatic, Int8(1), 300, "300 is not from -128 to 127", secret: "an integer that is not from -128 to 127"),
    BadValueCase(
      .automatic, 1, 1.5, "1.5 is not an integer", secret: "a floating-point number that is not an integer"),
    BadValueCase(.automatic, 0.5, "half", #""half" is not a number"#, secret: "a string that is not a number"),
    BadValueCase(
      .automatic, true, "maybe", #""maybe" is not true or false"#, secret: "a string that is not true or false"),
    BadValueCase(
      .automatic, 1, .string(long), "\"" + long.prefix(59) + "… is not an integer",
      secret: "a string that is not an integer"),
    BadValueCase(
      .automatic, 1, ["a": [1, .null]], #"{"a": [1, null]} is not an integer"#,
      secret: "a dictionary that is not an integer"),
    BadValueCase(
      .automatic, PersonProfile(), ["age": "old"], #""old" is not an integer"#,
      secret: "a string that is not an integer"),
    BadValueCase(
      .automatic, PersonProfile(), ["age": 1, "theme": "blue"],
      #""blue" is not a CodableTheme; expected one of "light", "dark""#,
      secret: #"a string that is not a CodableTheme; expected one of "light", "dark""#),
    BadValueCase(
      .automatic, Picky(), "hunter2", #""hunter2" can't be decoded: 'Picky' threw 'Refusal'"#,
      secret: "a string that can't be decoded: 'Picky' threw 'Refusal'"),
    BadValueCase(
      .automatic.validated(by: .range(1...60)), 5, 500, "500 is not from 1 to 60",
      secret: "an integer that is not from 1 to 60"),
    BadValueCase(
      .automatic.validated(by: .oneOf(["a", "b"])), "a", "c", #""c" is not one of "a", "b""#,
      secret: #"a string that is not one of "a", "b""#),
    BadValueCase(
      .automatic.validated(by: .each(.count(1...))), ["a"], ["b", ""], #""" does not have a length of 1 or more"#,
      secret: "a string that does not have a length of 1 or more"),
    BadValueCase(
      .automatic.validated(by: .custom("must be even") { $0.isMultiple(of: 2) }), 2, 3,
      "3 is not allowed: it must be even", secret: "an integer that is not allowed: it must be even"),
  ]
}

struct BadValueMessageTests {
  @Test(arguments: BadValueCase.all)
  func `an error about a declared setting shows the value and the allowed ones`(row: BadValueCase) throws {
    for error in [try #require(row.issue([])), try #require(row.assign([]))] {
      #expect(error.found == row.message)
      #expect(error.key == testKey)
    }
  }

  @Test(arguments: BadValueCase.all)
  func `an error about a secret setting shows the allowed values and never the value`(row: BadValueCase) throws {
    for error in [try #require(row.issue(.secret)), try #require(row.assign(.secret))] {
      #expect(error.found == row.secretMessage)
      var dumped = ""
      dump(error, to: &dumped)
      for text in ["\(error)", String(reflecting: error), dumped, "\(error.underlying as Any)"] {
        #expect(!text.contains(row.stored.excerpt.replacing("…", with: "")))
      }
    }
  }

  @Test(arguments: BadValueCase.all)
  func `an error without a setting doesn't show the value`(row: BadValueCase) throws {
    let error = SettingsError.undecodable(row.stored, as: Picky.self)
    var dumped = ""
    dump(error, to: &dumped)
    for text in ["\(error)", "\(error.at(testKey))", dumped, "\(error.inside("a"))"] {
      #expect(!text.contains(row.stored.excerpt.replacing("…", with: "")))
    }
    #expect("\(error.at(testKey).at(testKey, isSecret: false))".contains("that is not a Picky"))
  }

  @Test func `an error of a secret setting's own code is replaced by the name of its type`() throws {
    let record = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      SettingRecord(name: "value", key: testKey, default: Picky(), traits: .secret, coding: .automatic)
    }
    var picky = Picky()
    picky.text = "hunter2"
    let error = try #require(throws: SettingsError.self) { try record.set(picky) }
    var texts = ["\(error)", String(reflecting: error), "\(error.underlying as Any)"]
    for value in [error as Any, error.underlying as Any] {
      var dumped = ""
      dump(value, to: &dumped)
      texts.append(dumped)
    }
    for text in texts { #expect(!text.contains("hunter2")) }
    #expect("\(try #require(error.underlying))" == "'Refusal', hidden because the setting is secret")
  }

  @Test func `an error names the layer that holds the value`() throws {
    let error = SettingsError.undecodable("soon", as: Int.self).from(layer: "environment")
      .at(testKey, isSecret: false)
    #expect(error.layer == "environment")
    #expect(
      "\(error)" == """
        undecodable at com.example.tests/Value from the layer 'environment': "soon" is not an integer; \
        the stored value is kept; assign the setting or reset it
        """)
  }

  @Test func `a long list of choices is truncated`() {
    let choices = (0..<30).map { SettingsValue.integer(Int64($0)) }
    #expect(SettingConstraint.choices(choices).violationDescription.hasSuffix("18, 19, …"))
  }
}
