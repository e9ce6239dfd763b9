import Foundation
import Testing
import TypedSettings

@Suite struct InPlaceRuleTests {
  private let store = InMemorySettingsStore()

  private func makeList(_ coding: SettingCoding<[Int]>) -> SettingRecord<[Int]> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "list", key: testKey, default: [], coding: coding)
    }
  }

  private static let codings: [SettingCoding<[Int]>] = [
    .automatic, .automatic.wrapped(in: TypedSettings.Boxed<[Int]>.self),
    .automatic.validated(by: .count(...100_000)), .automatic.validated(by: .each(.range(0...)), policy: .clamp),
  ]

  @Test(arguments: codings.indices)
  func `an edit in place copies no list`(index: Int) {
    let list = makeList(Self.codings[index])
    // The list has spare capacity, so that it keeps its address unless it is copied.
    var values = Array(0..<10_000)
    values.reserveCapacity(20_000)
    list.value = values
    values = []
    let before = list.value.place
    for number in 0..<100 {
      list.value.append(number)
      // After each edit, because a second copy could be made in the memory that the first one has left.
      #expect(list.value.place == before, "edit \(number)")
    }
  }

  @Test(arguments: codings.indices)
  func `a read copies no list`(index: Int) {
    let list = makeList(Self.codings[index])
    list.value = Array(0..<10_000)
    // Both values at once, because a copy could be made in the memory that an earlier one has left.
    let (first, second) = (list.value, list.value)
    #expect(first.place == second.place)
  }

  @Test func `a read of ten megabytes in a box copies nothing`() {
    let large = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "large", key: testKey, default: Data(), coding: .automatic.wrapped(in: TypedSettings.Boxed<Data>.self))
    }
    large.value = Data(count: 10_000_000)
    let (first, second) = (large.value, large.value)
    let place = first.withUnsafeBytes { $0.baseAddress }
    #expect(second.withUnsafeBytes { $0.baseAddress } == place)
  }

  @Test(arguments: codings.indices)
  func `an edit in place is one event and one write`(index: Int) {
    let list = makeList(Self.codings[index])
    list.value = [3, 1, 2]
    let events = Log<SettingsValue?>()
    let token = store.observe(testKey) { events.append($0.newValue) }
    defer { store.removeObserver(token) }
    list.value.sort()
    list.value += [4]
    #expect(events.elements == [[1, 2, 3], [1, 2, 3, 4]])
  }
}

extension [Int] {
  /// The address of the elements.
  fileprivate var place: UnsafeRawPointer? { withUnsafeBytes { $0.baseAddress } }
}
