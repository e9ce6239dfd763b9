import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// The fast check of an open file.
@Suite struct FileExtentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `an extent matches the file's status, whatever happens to its names`() throws {
    let open = try Folder(folder.url.path, of: SystemCalls())
    let file = try open.open("file", for: .creating)
    try file.write([1, 2, 3], at: 0)
    for (count, change) in [(1, {}), (2, { try open.link("file", as: "other") }), (1, { try open.remove("file") })] {
      try change()
      #expect(try file.extent() == FileExtent(size: 3, linkCount: count))
      #expect(try file.extent() == FileExtent(try file.status()))
    }
    try file.write([4], at: 3)
    try open.remove("other")
    #expect(try file.extent() == FileExtent(size: 4, linkCount: 0))
  }

  @Test func `a replaced file has no extent`() throws {
    let open = try Folder(folder.url.path, of: SystemCalls())
    let (file, other) = (try open.open("file", for: .creating), try open.open("other", for: .creating))
    try open.rename("other", to: "file")
    #expect(try file.extent().linkCount == 0)
    #expect(try other.extent().linkCount == 1)
  }

  @Test func `a file that is not open has no extent`() {
    let error = #expect(throws: FileSystemError.self) { try SystemCalls().extent(of: FileDescriptor(number: -1)) }
    #expect(error?.number == EBADF)
  }
}
