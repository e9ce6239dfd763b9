import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct WeakTableTests {
  private final class Object: Sendable {
    let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void = {}) { self.onRelease = onRelease }

    deinit { onRelease() }
  }

  @Test func `a key has one object for as long as it's used`() {
    let table = WeakTable<Int, Object>()
    do {
      let object = table.object(forKey: 1) { Object() }
      #expect(table.object(forKey: 1) { Object() } === object)
      #expect(table.object(forKey: 2) { Object() } !== object)
      #expect(table.objects.count == 1)
      withExtendedLifetime(object) {}
    }
    #expect(table.objects.isEmpty)
    let released = Log<Int>()
    _ = table.object(forKey: 1) { Object { released.append(1) } }
    #expect(released.elements == [1])
  }

  @Test func `threads that ask at the same time get one object`() async {
    let table = WeakTable<Int, Object>()
    let all = await withTaskGroup(of: Object.self) { group in
      for _ in 0..<50 { group.addTask { table.object(forKey: 1) { Object() } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(all.map { ObjectIdentifier($0) }).count == 1)
  }

  @Test func `an object that another one is preferred to can use the table when it's released`() {
    let table = WeakTable<Int, Object>()
    let counts = Log<Int>()
    let kept = Log<Object>()
    let object = table.object(forKey: 1) {
      kept.append(table.object(forKey: 1) { Object() })
      return Object { [weak table] in counts.append(table?.objects.count ?? -1) }
    }
    #expect(object === kept.elements.first)
    #expect(counts.elements == [1])
  }

  @Test func `the keys of deallocated objects are removed from time to time`() {
    let table = WeakTable<Int, Object>()
    let kept = (0..<10).map { key in table.object(forKey: -1 - key) { Object() } }
    for key in 0..<10_000 { _ = table.object(forKey: key) { Object() } }
    #expect(table.keyCount < 100)
    #expect(table.objects.count == kept.count)
    for (key, object) in kept.enumerated() { #expect(table.object(forKey: -1 - key) { Object() } === object) }
  }

  @Test func `a list has the existing objects in the order in which they were added`() {
    let list = LockedState(WeakList<Object>())
    let kept = (0..<10).map { _ in Object() }
    for object in kept {
      _ = list.withLock { $0.append(object) }
      for _ in 0..<1_000 {
        let other = Object()
        _ = list.withLock { $0.append(other) }
      }
    }
    #expect(list.withLock { $0.referenceCount } < 100)
    let identities = kept.map { ObjectIdentifier($0) }
    #expect(list.withLock { $0.objects() }.map { ObjectIdentifier($0) } == identities)
    #expect(list.withLock { $0.referenceCount } == 10)
    #expect(list.withLock { $0.removeAll() }.map { ObjectIdentifier($0) } == identities)
    #expect(list.withLock { $0.objects() }.isEmpty)
  }
}
