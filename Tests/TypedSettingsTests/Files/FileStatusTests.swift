import Foundation
import Testing
import TypedSettings

@Suite struct FileStatusTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `an edit in place that restores the time changes the status`() throws {
    let past = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let place = try Folder(folder.url.path, of: SystemCalls())
    func edit(_ number: Int) throws -> FileStatus {
      try folder.write("\(number)", to: "a")
      try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: folder.file("a").path)
      return try #require(try place.status(of: "a"))
    }
    let status = try edit(10)
    #expect(try place.status(of: "a")?.isSame(as: status) == true)
    var edited = try edit(11)
    // If the clock of the file system is coarse, the next edits have the same time as the first.
    for number in 12..<1_000 where edited.isSame(as: status) { edited = try edit(number % 90 + 10) }
    #expect(edited.isOfSameFile(as: status))
    #expect(edited.modified == status.modified)
    #expect(edited.size == status.size)
    #expect(!edited.isSame(as: status))
  }
}
