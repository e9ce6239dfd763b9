import Foundation
import Testing
import TypedSettings
import TypedSettingsForms
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// The reason why a file can't be written, wherever a write is refused before it reaches the file.
struct WriteObstacleTests {
  enum Arrangement: CaseIterable, Sendable {
    case alone, layered, routed, recorded, recordedRouted

    func store(over file: FileSettingsStore) -> any SettingsStore {
      switch self {
      case .alone: file
      case .layered:
        LayeredSettingsStore([.layer("managed", InMemorySettingsStore()), .writable("user", file)])
      case .routed: Self.routed(file)
      case .recorded: RecordingSettingsStore(file)
      case .recordedRouted: RecordingSettingsStore(Self.routed(file))
      }
    }

    private static func routed(_ file: FileSettingsStore) -> any SettingsStore {
      LayeredSettingsStore([
        .layer("managed", InMemorySettingsStore()), .writable("user", RoutingSettingsStore([], default: file)),
      ])
    }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // Not even the superuser can read a folder as a document.
    try FileManager.default.createDirectory(at: folder.file("settings.json"), withIntermediateDirectories: true)
  }

  @Test(arguments: Arrangement.allCases, [[], ["counter"]])
  func `an import, a transaction and a form name the reason that an assignment has`(
    arrangement: Arrangement, aliases: [String]
  ) throws {
    try quietly {
      let store = arrangement.store(over: FileSettingsStore(file: folder.file("settings.json")))
      let make = { AnyGroup([AnyGroup.record("count", 0, aliases: aliases)]) }
      let group = makeSettings(in: store, make)
      let assigned = try #require(
        #expect(throws: SettingsError.self) { try group.records[0].setEncodedValue(1) })
      let imported = #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""count": 1"#)) }
      let drafted = #expect(throws: SettingsError.self) {
        try SettingsDraft.transaction(of: group, make: make) { try $0.records[0].setEncodedValue(1) }
      }
      #expect(assigned.code == .storeUnavailable)
      #expect(assigned.found.contains("settings.json', which can't be read: "))
      #expect(assigned.advice.hasPrefix("replace it with a file"))
      for error in [imported?.reasons.first, drafted] {
        #expect(error?.description == assigned.description)
      }
      #expect(FormItem(group.records[0]).lock == "It can't be changed here: \(assigned.found)")
    }
  }
}
