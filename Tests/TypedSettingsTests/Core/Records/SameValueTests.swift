import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Changes of a stored value that a setting reads as the same value.
struct SameValueTests {
  struct Size: Codable, Hashable, Sendable {
    var width = 1
    var height: Int? = 2
  }

  /// Two stored values that the setting reads as one value.
  enum Pair: CaseIterable {
    case unknownProperty, absentProperty, absentRequiredProperty, olderForm, packedForm, unreadableProperty, unreadable
    case storedDefault

    var forms: (SettingsValue?, SettingsValue?) {
      switch self {
      case .unknownProperty: (["width": 3, "height": 4, "depth": 5], ["width": 3, "height": 4, "depth": 6])
      case .absentProperty: (["width": 3], ["width": 3, "height": 2])
      case .absentRequiredProperty: (["height": 3], ["width": 1, "height": 3])
      case .olderForm: (["width": "3", "height": 4], ["width": 3, "height": 4])
      case .packedForm: (.string(#"{"width": 3, "height": 4}"#), ["width": 3, "height": 4])
      case .unreadableProperty: (["width": "wide", "height": 4], ["width": "narrow", "height": 4])
      case .unreadable: (5, 6)
      case .storedDefault: (nil, ["width": 1, "height": 2])
      }
    }
  }

  enum Coding: CaseIterable {
    case automatic, wide, jsonString

    var coding: SettingCoding<Size> {
      switch self {
      case .automatic: .automatic
      case .wide: .automatic.validated(by: .custom("must be wide") { $0.width > 0 })
      case .jsonString: .jsonString
      }
    }
  }

  private final class Group: SettingsGroup, Sendable {
    let size: SettingRecord<Size>
    let other = SettingRecord(
      name: "other", key: SettingsKey(domain: testKey.domain, name: "Other"), default: 0, coding: .automatic)

    init(_ coding: SettingCoding<Size> = .automatic) {
      size = SettingRecord(name: "size", key: testKey, default: Size(), coding: coding)
    }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(size)
      list.append(other)
    }
  }

  private let store = InMemorySettingsStore()

  /// Sets one form after the other, in both directions.
  private func alternate(_ pair: Pair) {
    for form in [pair.forms.1, pair.forms.0, pair.forms.1] { store.set(form, forKey: testKey) }
  }

  /// Returns the elements that a sequence has at present.
  private func present<Elements: AsyncSequence & Sendable>(
    in elements: Elements
  ) async -> [Elements.Element] where Elements.Element: Sendable, Elements.Failure == Never {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var all: [Elements.Element] = []
      for await element in elements { all.append(element) }
      return all
    }.value
  }

  @Test(arguments: Pair.allCases, Coding.allCases)
  func `an observer isn't notified of a value that reads the same`(pair: Pair, coding: Coding) {
    store.set(pair.forms.0, forKey: testKey)
    quietly {
      let group = makeSettings(in: store) { Group(coding.coding) }
      let log = Log<Size>()
      let observation = group.size.observe { log.append($0) }
      alternate(pair)
      store.set(["width": 9, "height": 9], forKey: testKey)
      #expect(log.elements == [Size(width: 9, height: 9)])
      withExtendedLifetime(observation) {}
    }
  }

  @Test(arguments: Pair.allCases)
  func `a loop receives no value that reads the same`(pair: Pair) async {
    store.set(pair.forms.0, forKey: testKey)
    let group = makeSettings(in: store) { Group() }
    var all = quietly { group.size.fetchableStream(buffering: .unbounded).makeAsyncIterator() }
    quietly { alternate(pair) }
    store.set(["width": 9, "height": 9], forKey: testKey)
    #expect(await all.next() == Size(width: 9, height: 9))
  }

  @Test(arguments: Pair.allCases)
  func `a stream receives no value that reads the same`(pair: Pair) async {
    store.set(pair.forms.0, forKey: testKey)
    let group = makeSettings(in: store) { Group() }
    let stream = quietly { group.size.stream }
    quietly { alternate(pair) }
    #expect(await present(in: stream) == [])
    let next = group.size.stream
    store.set(["width": 9, "height": 9], forKey: testKey)
    #expect(await present(in: next) == [Size(width: 9, height: 9)])
  }

  @Test(arguments: Pair.allCases)
  func `the changes of a group have no value that reads the same`(pair: Pair) async {
    store.set(pair.forms.0, forKey: testKey)
    let group = makeSettings(in: store) { Group() }
    var changes = group.changes.makeAsyncIterator()
    quietly { alternate(pair) }
    group.other.value = 1
    #expect(await changes.next()?.name == "other")
    quietly { alternate(pair) }
    store.set(["width": 9, "height": 9], forKey: testKey)
    #expect(await changes.next()?.newValue == ["width": 9, "height": 9])
  }

  @Test func `changes that are undone before they're consumed are none`() async {
    let group = makeSettings(in: store) { Group() }
    var changes = group.changes.makeAsyncIterator()
    group.size.value.width = 5
    group.other.value = 1
    group.size.reset()
    group.other.value = 0
    group.other.value = 2
    let change = await changes.next()
    #expect(change?.name == "other")
    #expect(change?.newValue == 2)
  }

  @Test func `a value is new again after one that reads the same`() {
    let group = makeSettings(in: store) { Group() }
    let log = Log<Int>()
    let observation = group.size.observe { log.append($0.width) }
    store.set(["width": 3], forKey: testKey)
    store.set(["width": 3, "depth": 1], forKey: testKey)
    store.set(["width": 4, "depth": 1], forKey: testKey)
    store.set(["width": 3, "depth": 1], forKey: testKey)
    group.size.value.width = 3
    group.size.value.width = 5
    #expect(log.elements == [3, 4, 3, 5])
    withExtendedLifetime(observation) {}
  }
}
