import Testing
import TypedSettings

@Suite struct InMemoryBatchTests {
  private let store = InMemorySettingsStore([Self.first: 0, Self.second: 0])
  private static let first = SettingsKey(domain: "d", name: "first")
  private static let second = SettingsKey(domain: "d", name: "second")

  @Test func `a failed batch is never visible to other writers`() async {
    let successes = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<2 {
        group.addTask { [await count { addOne(to: [Self.first, Self.second]) }, 0, 0] }
      }
      group.addTask { [0, await count { addOne(to: [Self.first]) }, 0] }
      group.addTask { [0, 0, await count { addOne(to: [Self.second]) }] }
      return await group.reduce([0, 0, 0]) { zip($0, $1).map { $0 + $1 } }
    }
    #expect(store.value(forKey: Self.first) == .integer(Int64(successes[0] + successes[1])))
    #expect(store.value(forKey: Self.second) == .integer(Int64(successes[0] + successes[2])))
  }

  @Test func `a batch of any size is atomic`() {
    let keys = (0..<2_000).map { SettingsKey(domain: "d", name: "\($0)") }
    let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, SettingsValue?.some(1)) })
    #expect(store.commit(SettingsChanges(values, ifUnchanged: [Self.first: 0])))
    #expect(keys.allSatisfy { store.value(forKey: $0) == 1 })
  }

  private func count(_ attempt: @Sendable () -> Bool) async -> Int {
    var count = 0
    for _ in 0..<20_000 where attempt() { count += 1 }
    return count
  }

  private func addOne(to keys: [SettingsKey]) -> Bool {
    var old: [SettingsKey: SettingsValue?] = [:]
    var new: [SettingsKey: SettingsValue?] = [:]
    for key in keys {
      guard case .integer(let number)? = store.value(forKey: key) else { return false }
      old[key] = .some(.integer(number))
      new[key] = .some(.integer(number + 1))
    }
    return store.commit(SettingsChanges(new, ifUnchanged: old))
  }
}
