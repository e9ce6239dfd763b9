import Testing
import TypedSettings

/// Assignments of projections, which are assignments of the value.
@Suite struct ProjectionTests {
  /// A fraction with a percentage as its projection.
  private struct Percentage: ProjectingSettingWrapper {
    var wrappedValue: Double
    var projectedValue: Int {
      get { Int((wrappedValue * 100).rounded()) }
      set { wrappedValue = Double(newValue) / 100 }
    }

    static func makeWrapper(from value: Double, config: Void) -> Percentage { Percentage(wrappedValue: value) }
  }

  private let store = InMemorySettingsStore()

  private func volume(in store: any SettingsStore) -> ProjectingSettingRecord<Percentage> {
    makeSettings(in: store) {
      ProjectingSettingRecord(
        wrapper: Percentage.self, config: (), name: "volume", key: testKey, default: 0.5,
        coding: .automatic.wrapped(in: Percentage.self, config: ()))
    }
  }

  @Test func `assigning the projection of the default stores it once`() {
    let volume = volume(in: store)
    let changes = Log<SettingsValue?>()
    let token = store.observe(testKey) { changes.append($0.newValue) }
    defer { store.removeObserver(token) }
    volume.projection = 50
    volume.projection = 50
    #expect(volume.isSet)
    #expect(changes.elements == [0.5])
  }

  @Test func `assigning the projection of a recommended value stores it`() {
    let (user, recommended) = (InMemorySettingsStore(), InMemorySettingsStore([testKey: 0.25]))
    let layers = LayeredSettingsStore([.writable("user", user), .layer("recommended", recommended)])
    let volume = volume(in: layers)
    #expect(volume.projection == 25)
    volume.projection = 25
    #expect(user.value(forKey: testKey) == 0.25)
    recommended.set(0.75, forKey: testKey)
    #expect(volume.projection == 25)
  }

  @Test func `assigning the projection of the default replaces a value that can't be decoded`() {
    store.set("loud", forKey: testKey)
    let volume = volume(in: store)
    _ = reports {
      #expect(volume.projection == 50)
      volume.projection = 50
    }
    #expect(volume.storedValue == 0.5)
  }

  @Test func `an in-place edit of a projection stores a changed value only`() {
    let volume = volume(in: store)
    volume.projection += 0
    #expect(!volume.isSet)
    volume.projection += 25
    #expect(volume.storedValue == 0.75)
  }
}
