import Observation
import Synchronization
import Testing
import TypedSettings

enum Season: String, CaseIterable { case spring, summer, autumn, winter }

extension SettingValidation<Int> {
  static let even = SettingValidation.custom("must be even") { $0.isMultiple(of: 2) }
}

@SettingsGroup(domain: "app")
final class RuledSettings {
  @Pref(wrapper: Clamped<Int>.self, config: 0...100) var percent: Int = 150
  @Pref(wrapper: Clamped.self, config: 0...9, projected: true) var digit = 3
  @Pref(wrapper: Share.self, projected: true) var share = 0.5
  @Pref(wrapper: Trimmed.self, validate: .count(1...)) var title = " Intro "
  @Pref(wrapper: Boxed<[Int]>.self) var samples: [Int] = []
  @Pref(wrapper: Transient<String?>.self) var search: String? = nil
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Pref(wrapper: Transient<String?>.self) var implicit: String! = "there"
  @Pref(validate: .range(0...1)) var volume = 0.5
  @Pref(validate: .range(1...), policy: .clamp) var retries = 3
  @Pref(validate: .range(...1.5)) var limit: Double?
  @Pref(validate: .count(1...50) && .matches(/[a-z-]+/)) var name = "player"
  @Pref(validate: .oneOf(["a", "b"])) var letter = "a"
  @Pref(validate: .oneOf([Season.spring, .summer])) var season = Season.spring
  @Pref(validate: SettingValidation<Int>.even) var columns = 2
  @Pref(validate: .even || .range(0...3)) var rows = 2
  @Pref(validate: .custom("must not be empty") { (text: String) in !text.isEmpty }) var code = "x"
  @Pref(validate: .each(.range(0...9))) var digits = [1, 2]
  @Pref(coding: .rawValue, validate: .oneOf([Season.autumn])) var fall = Season.autumn
  @Pref var plain = Season.winter
  @Pref(wrapper: Clamped<Double>.self, config: 0...1) var injected: Double
  @Pref var smallest = 1
  @Pref var largest = 10

  static var rules: [SettingsRule<RuledSettings>] {
    [SettingsRule("the smallest must be below the largest") { $0.smallest < $0.largest }]
  }

  init(injected: Double = 7) { self.injected = injected }
}

@Suite struct RuledSettingsTests {
  private let settings = RuledSettings.testSettings()

  @Test func `a default passes through the wrapper`() {
    #expect(settings.percent == 100)
    #expect(settings.title == "Intro")
    #expect(settings.injected == 1)
  }

  @Test func `a projection reads and writes the value`() {
    settings.$share.projection = 75
    #expect(settings.share == 0.75)
    #expect(settings.$share.projection == 75)
    #expect(settings.$digit.projection.bounds == 0...9)
  }

  @Test func `effects set and reset a setting with a projection by its record`() async {
    await settings.set(\.$share, to: 0.25)()
    #expect(settings.$share.projection == 25)
    await settings.reset(\.$share)()
    #expect(!settings.$share.isSet)
  }

  @Test func `a projection is observed like the value`() {
    let changes = Atomic(0)
    withObservationTracking {
      _ = settings.$share.projection
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    settings.share = 0.25
    #expect(changes.load(ordering: .relaxed) == 1)
  }

  @Test func `a write to the projection changes the value`() {
    let changes = Atomic(0)
    withObservationTracking {
      _ = settings.share
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    settings.$share.projection = 25
    #expect(changes.load(ordering: .relaxed) == 1)
    #expect(settings.share == 0.25)
  }

  @Test func `an implicitly unwrapped string behaves like an optional`() {
    #expect(settings.implicit == "there")
    settings.implicit = nil
    #expect(settings.implicit == nil)
  }

  @Test func `a regular expression keeps its source`() {
    #expect(settings.$name.validation?.pattern == "[a-z-]+")
  }

  @Test func `a transaction that breaks a rule about several settings is refused`() {
    #expect(throws: SettingsError.self) {
      try settings.transaction { $0.smallest = 11 }
    }
    #expect(settings.smallest == 1)
  }
}
