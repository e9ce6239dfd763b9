import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

/// Tools that create their store in the closure that makes the groups.
struct ClosureStoreTests {
  @Test(arguments: [false, true])
  func `A setting is changed in a store that the closure creates`(isLayered: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    let run = await ToolRun(["set", "from=7", "until=21"], in: InMemorySettingsStore()) {
      let user = FileSettingsStore(file: file, allowsSecrets: true)
      let store: any SettingsStore = isLayered ? LayeredSettingsStore([.writable("user", user)]) : user
      return [HeatSettings.make(alternateStore: store)]
    }
    #expect(run.code == 0, "\(run.errors)")
    let settings = HeatSettings.make(alternateStore: FileSettingsStore(file: file, allowsSecrets: true))
    #expect(settings.from == 7)
    #expect(settings.until == 21)
  }
}
