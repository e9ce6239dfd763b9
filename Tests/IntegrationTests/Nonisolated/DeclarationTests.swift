import Foundation
import Synchronization
import Testing
public import TypedSettings
import TypedSettingsTesting

private let domainOfExpression = "com.example." + "expression"

private let sharedPrefix = "Any"

@SettingsGroup(domain: "com.example.forms")
final class DeclaredForms {
  /// Minutes of focused work
  /// in one session.
  @Pref var inferred = 3
  @Pref var annotated: String = "text"
  @Pref var optional: Int?
  @Pref var optionalWithDefault: Int? = 5
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Pref var implicitlyUnwrapped: String! = "there"
  @Pref var list: [Int] = []
  @Pref var dictionary: [String: Double] = ["a": 1.5]
  @Pref var theme: Theme = .automatic
  @Pref var alarm = Alarm.bell
  @Pref var profile = Profile(name: "nobody", age: 0)
  @Pref var url = URL(string: "https://example.com/a?b#c")
  @Pref var date = Date(timeIntervalSinceReferenceDate: 0.1)
  @Pref var data = Data([1, 2, 3])
  @Pref var identifier = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  @Pref(key: "legacy_name") var renamed = true
  @Pref(traits: [.watchSync, .managedAssets])
  @PrefAttr(\.section, "Sound")
  @PrefAttr(\.title, "Vol" + "ume")
  @PrefAttr(\.watchKey, PreferenceKeyPair(key: "vol"))
  var volume: Double = 0.5
  @Pref var `default` = "escaped"
  #if os(Linux) || canImport(Darwin)
    @Pref var conditional = "here"
  #else
    @Pref var conditional = 0
  #endif
  @Pref private(set) var guarded = 1
  static let untouched = 7
  static var counter: Int { 8 }
  var computed: Int { inferred * 2 }

  func raiseGuarded() { guarded += 1 }
}

@SettingsGroup(domain: domainOfExpression, keyPrefix: sharedPrefix + "Prefix")
class OpenEnded {
  @Pref(key: "k" + "ey") var value = 1
  @Pref var other = 2
  var scratch: [String] = []
  let box = NSObject()
}

@SettingsGroup(domain: "com.example.object")
final class ObjectSettings: NSObject {
  @Pref var value = 1
}

@SettingsGroup(domain: "com.example.generic")
final class Generic<Element: Codable & Sendable> {
  @Pref var element: Element
  @Pref var count = 0

  init(_ element: Element) { self.element = element }
}

/// A group that another module can use.
@SettingsGroup(domain: "com.example.init")
public final class PublicWithInit {
  /// A setting without a default of its own.
  @Pref public var token: String
  @Pref package var level = 2

  /// Creates a group whose token has a default.
  public init(token: String = "none") { self.token = token }
}

enum Namespace {
  @SettingsGroup(domain: "com.example.nested.type")
  final class Inner {
    @Pref var value = 1
  }
}

@MainActor @SettingsGroup(domain: "com.example.main")
final class MainActorSettings {
  @Pref var value = 1
  var unsynchronized: [Int] = []
  let object = NSObject()
  let goals = GoalSettings()
}

@SettingsGroup(domain: "com.example.goals")
final class GoalSettings {
  @Pref(traits: [.watchSync]) var dailyHours = 8
}

@SettingsGroup(domain: "com.example.outer")
final class OuterSettings: Sendable {
  @Pref var first = 1
  let counter = Mutex(0)
  let goals = GoalSettings()
  @Pref var last = 2
}

enum Shade: String, CaseIterable { case light, dark }

struct Layout: RawRepresentable, Equatable {
  struct Frame: Codable, Equatable { var width = 80 }
  var rawValue = Frame()
}

@SettingsGroup(domain: "com.example.shades")
final class ShadeSettings {
  @Pref var shade = Shade.light
  @Pref var optional: Shade?
  @Pref var list: [Shade] = [.dark]
  @Pref var favorites: Set<Shade> = []
  @Pref var names: [String: Shade] = [:]
  @Pref var counts: [Shade: Int] = [:]
  @Pref(coding: .automatic) var optionalList: [Shade]?
  @Pref var lists: [String: [Shade]] = [:]
  @Pref var layout = Layout()
  @Pref var twice: Int??
}

private let noPrefix: String? = nil
private let isCompact = false

@SettingsGroup(domain: "com.example.optional", keyPrefix: noPrefix)
final class OptionalArguments {
  @Pref var first = 1
  @Pref(key: noPrefix) var second = 2
  @Pref var third: Int = if isCompact { 10 } else { 14 }
  @Pref @available(*, deprecated, message: "use 'third'") var fourth = 4
  #if os(Linux) || canImport(Darwin)
    @Pref var fifth: Int
  #endif
  let goals: GoalSettings

  init(fifth: Int = 5) {
    goals = GoalSettings()
    self.fifth = fifth
  }
}

class Machine {
  let serial: Int
  init(serial: Int) { self.serial = serial }
}

@SettingsGroup(domain: "com.example.machine")
class MachineSettings: Machine {
  @Pref var speed = 1
  init() { super.init(serial: 7) }
}

@Suite(.isolatedSettings)
struct DeclarationTests {
  @Test func `containers of an enumeration that isn't Codable are stored by its raw values`() {
    let settings = ShadeSettings()
    settings.shade = .dark
    settings.optional = .dark
    settings.list = [.light, .dark]
    settings.favorites = [.light, .dark]
    settings.names = ["a": .dark]
    settings.counts = [.dark: 2]
    settings.optionalList = [.light]
    settings.lists = ["a": [.dark]]
    settings.layout.rawValue.width = 100
    settings.twice = .some(nil)
    let stored = Dictionary(uniqueKeysWithValues: settings.allSettings.map { ($0.name, $0.setting.storedValue) })
    let expected: [String: SettingsValue?] = [
      "shade": "dark", "optional": "dark", "list": ["light", "dark"], "favorites": ["dark", "light"],
      "names": ["a": "dark"], "counts": ["dark": 2], "optionalList": ["light"], "lists": ["a": ["dark"]],
      "layout": ["width": 100], "twice": ["$some": .null],
    ]
    #expect(stored == expected)
    let again = ShadeSettings()
    #expect(again.optional == .dark && again.list == [.light, .dark] && again.favorites == [.light, .dark])
    #expect(again.names == ["a": .dark] && again.counts == [.dark: 2] && again.optionalList == [.light])
    #expect(again.lists == ["a": [.dark]] && again.layout.rawValue.width == 100 && again.twice == .some(nil))
  }

  @Test func `defaults read as declared`() {
    let settings = DeclaredForms()
    #expect(settings.inferred == 3)
    #expect(settings.annotated == "text")
    #expect(settings.optional == nil)
    #expect(settings.optionalWithDefault == 5)
    #expect(settings.implicitlyUnwrapped == "there")
    #expect(settings.list == [])
    #expect(settings.dictionary == ["a": 1.5])
    #expect(settings.theme == .automatic)
    #expect(settings.alarm == .bell)
    #expect(settings.profile == Profile(name: "nobody", age: 0))
    #expect(settings.url?.absoluteString == "https://example.com/a?b#c")
    #expect(settings.date.timeIntervalSinceReferenceDate == 0.1)
    #expect(settings.data == Data([1, 2, 3]))
    #expect(settings.default == "escaped")
    #expect(settings.conditional == "here")
    #expect(settings.allSettings.allSatisfy { !$0.setting.isSet })
  }

  @Test func `an assigned value is read by another instance`() {
    let settings = DeclaredForms()
    settings.inferred = 4
    settings.annotated += "!"
    settings.optional = 6
    settings.optionalWithDefault = nil
    settings.implicitlyUnwrapped = nil
    settings.list.append(9)
    settings.dictionary["b"] = -0.25
    settings.theme = .dark
    settings.alarm = .silent
    settings.profile.age = 41
    settings.url = URL(string: "file:///tmp/x")
    settings.date = Date(timeIntervalSinceReferenceDate: 700_000_000.123456789)
    settings.data.append(4)
    settings.identifier = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))
    settings.raiseGuarded()

    let again = DeclaredForms()
    #expect(again.inferred == 4)
    #expect(again.annotated == "text!")
    #expect(again.optional == 6)
    #expect(again.optionalWithDefault == nil)
    #expect(again.implicitlyUnwrapped == nil)
    #expect(again.list == [9])
    #expect(again.dictionary == ["a": 1.5, "b": -0.25])
    #expect(again.theme == .dark)
    #expect(again.alarm == .silent)
    #expect(again.profile == Profile(name: "nobody", age: 41))
    #expect(again.url?.absoluteString == "file:///tmp/x")
    #expect(again.date == settings.date)
    #expect(again.data == Data([1, 2, 3, 4]))
    #expect(again.identifier == settings.identifier)
    #expect(again.guarded == 2)
  }

  @Test(arguments: [
    ("inferred", "DeclaredFormsInferred"), ("renamed", "legacy_name"), ("default", "DeclaredFormsDefault"),
    ("guarded", "DeclaredFormsGuarded"),
  ])
  func `a key is the class name and the property name unless it is given`(name: String, key: String) throws {
    let setting = try #require(DeclaredForms().allSettings.first { $0.name == name }?.setting)
    #expect(setting.key == SettingsKey(domain: "com.example.forms", name: key))
  }

  @Test func `domain, prefix and key may be any expression`() {
    let settings = OpenEnded()
    #expect(settings.$value.key == SettingsKey(domain: "com.example.expression", name: "key"))
    #expect(settings.$other.key == SettingsKey(domain: "com.example.expression", name: "AnyPrefixOther"))
  }

  @Test func `arguments that are nil at run time count as omitted`() {
    let settings = OptionalArguments()
    #expect(settings.$first.key.name == "OptionalArgumentsFirst")
    #expect(settings.$second.key.name == "OptionalArgumentsSecond")
    #expect(settings.third == 14)
    #expect(settings.fifth == 5)
    #expect(settings.allSettings.map(\.name) == ["first", "second", "third", "fourth", "fifth", "goals.dailyHours"])
  }

  @Test func `a subclass of a class with an initializer of its own works`() {
    let settings = MachineSettings()
    settings.speed = 3
    #expect(settings.serial == 7)
    #expect(MachineSettings.testSettings().speed == 1)
    #expect(MachineSettings().speed == 3)
  }

  @Test func `traits, attributes and the doc comment are on the record`() {
    let settings = DeclaredForms()
    #expect(settings.$volume.traits == [.watchSync, .managedAssets])
    #expect(settings.$volume.section == "Sound")
    #expect(settings.$volume.title == "Volume")
    #expect(settings.$volume.watchKey == PreferenceKeyPair(key: "vol"))
    #expect(settings.$volume.documentation == nil)
    #expect(settings.$inferred.documentation == "Minutes of focused work\nin one session.")
    #expect(settings.$inferred.section == nil)
  }

  @Test func `a setting without a default takes it from the initializer and stores nothing`() {
    let settings = PublicWithInit(token: "abc")
    #expect(settings.token == "abc")
    #expect(!settings.$token.isSet)
    settings.token = "def"
    #expect(PublicWithInit().token == "def")
    #expect(PublicWithInit().$token.defaultValue == "none")
  }

  @Test func `a generic group works`() {
    let settings = Generic(Profile(name: "x", age: 1))
    settings.element.age = 2
    settings.count += 1
    #expect(Generic(Profile(name: "y", age: 0)).element == Profile(name: "x", age: 2))
  }

  @Test func `a subclass of NSObject, a nested type and an open class work`() {
    let object = ObjectSettings()
    object.value = 5
    #expect(ObjectSettings().value == 5)
    let inner = Namespace.Inner()
    inner.value = 6
    #expect(Namespace.Inner().value == 6)
    let open = OpenEnded()
    open.scratch.append("kept")
    open.value = 7
    #expect(OpenEnded().value == 7)
    #expect(open.scratch == ["kept"])
  }

  @Test @MainActor func `a main-actor group works, and its records from anywhere`() async {
    let settings = MainActorSettings()
    settings.value = 2
    settings.unsynchronized.append(1)
    let record = settings.$value
    await Task.detached { record.value = 3 }.value
    #expect(settings.value == 3)
    #expect(settings.allSettings.map(\.name) == ["value", "goals.dailyHours"])
  }

  @Test func `a nested group is listed in its place with a path as its name`() {
    let settings = OuterSettings()
    #expect(settings.allSettings.map(\.name) == ["first", "goals.dailyHours", "last"])
    #expect(settings.settings(withTraits: [.watchSync]).map(\.key.name) == ["GoalSettingsDailyHours"])
    #expect(settings.settings(excludingTraits: [.watchSync]).map(\.name) == ["first", "last"])
  }

  @Test func `settings under a condition are listed in their place`() {
    let names = DeclaredForms().allSettings.map(\.name)
    #expect(names.suffix(3) == ["default", "conditional", "guarded"])
    #expect(names.first == "inferred")
  }
}
