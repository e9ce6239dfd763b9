import Foundation
import Testing

@testable import TypedSettings

/// The quick look at a file by its name.
@Suite struct FilePlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a place is that of the file's status`() throws {
    let open = try Folder(folder.url.path, of: SystemCalls())
    let file = try open.open("a file of a name that is long", for: .making)
    try file.write([1, 2, 3], at: 0)
    let place = try open.place(of: "a file of a name that is long")
    #expect(place == FilePlace(try file.status()))
    #expect(place?.size == 3)
  }

  @Test func `a device's file has a place as well`() throws {
    let open = try Folder("/dev", of: SystemCalls())
    #expect(try open.place(of: "null") == open.status(of: "null").map { FilePlace($0) })
  }

  @Test func `a file that is missing has no place`() throws {
    #expect(try Folder(folder.url.path, of: SystemCalls()).place(of: "none") == nil)
  }

  @Test func `the place of a link is its own`() throws {
    let open = try Folder(folder.url.path, of: SystemCalls())
    let file = try open.open("file", for: .making)
    try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: folder.file("file"))
    let place = try #require(try open.place(of: "link"))
    #expect(place.inode != (try file.status().inode))
  }
}
