import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

/// Values that have another form in a file than in memory.
@Suite(.timeLimit(.minutes(30))) struct FileFormTests {
  /// A device with a date.
  private struct DatedDevice {
    let device: TestDevice
    let date: SettingRecord<Date>

    init(in store: any SettingsStore = InMemorySettingsStore(), clock: TestClock) {
      let date = PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "date", key: SettingsKey(domain: TestDevice.domain, name: "Date"), default: Date.distantPast,
          traits: .watchSync, coding: .automatic)
      }
      self.date = date
      device = TestDevice(in: store, clock: clock) { [date] }
    }
  }

  private static let (first, second) = (
    Date(timeIntervalSinceReferenceDate: 0.5), Date(timeIntervalSinceReferenceDate: 1.5)
  )

  @Test func `a date that's text in a file isn't a change of the next run`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (network, clock) = (TestNetwork(.latestState), TestClock())
    let store = FileSettingsStore(file: folder.appending(path: "first.json"))
    let (device, other) = (DatedDevice(in: store, clock: clock), DatedDevice(clock: clock))
    try await running([device.device.sync(over: network), other.device.sync(over: network)]) {
      device.date.value = Self.first
      try await wait { other.date.value == Self.first }
    }
    try store.writeDocuments()
    // A store of the same file would share the values in memory.
    let copy = folder.appending(path: "second.json")
    try FileManager.default.copyItem(at: folder.appending(path: "first.json"), to: copy)
    other.date.value = Self.second
    let alone = other.device.sync(over: network)
    try await running([alone]) { try await wait { alone.isCurrent } }
    let restarted = DatedDevice(in: FileSettingsStore(file: copy), clock: clock)
    let sessions = [
      restarted.device.sync(over: network, storage: device.device.storage), other.device.sync(over: network),
    ]
    try await running(sessions) { try await wait { restarted.date.value == other.date.value } }
    #expect(restarted.date.value == Self.second)
  }

  private static let values: [SettingsValue] = [
    .date(first), .date(Date(timeIntervalSinceReferenceDate: 1)), .data(Data([0, 255])), .double(.nan),
    .double(-.infinity), [1, .date(first)], ["a": ["b": .data(Data([1]))]], ["$data": "AQI="], "$null",
    ["$number": "1.50"],
    [["$date": "2001-01-01T00:00:02Z"]],
  ]

  @Test(arguments: values, [DocumentFormat.json, .xmlPropertyList, .binaryPropertyList])
  func `a value and its form in a file have the same digest`(_ value: SettingsValue, _ format: DocumentFormat) {
    #expect(SyncContent(format.canonical(value)).digest == SyncContent(value).digest)
  }

  @Test func `different values have different digests`() {
    #expect(Set(Self.values.map { SyncContent($0).digest }).count == Self.values.count)
  }
}
