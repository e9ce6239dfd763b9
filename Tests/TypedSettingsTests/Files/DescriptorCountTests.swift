import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

#if os(Linux)
  /// The file descriptors of a store at rest.
  @Suite(.serialized) struct DescriptorCountTests {
    /// The number of descriptors of this process that lead into a folder.
    private func descriptors(in folder: URL) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        return path?.hasPrefix(folder.path) ?? false
      }.count
    }

    @Test(.timeLimit(.minutes(30)))
    func `each domain of a folder has one open file, and all share one folder`() async throws {
      let folder = try TemporaryFolder()
      let domains = (0..<40).map { "domain\($0)" }
      let store = FileSettingsStore(directory: folder.url)
      for domain in domains { try store.set(1, forKey: SettingsKey(domain: domain, name: "a")) }
      try store.flush()
      try store.writeDocuments()
      // At rest: until then, tasks in the background have files open of their own for a moment.
      var isAtRest = false
      while !isAtRest {
        try Task.checkCancellation()
        isAtRest = try descriptors(in: folder.url) == domains.count + 1
        await Task.yield()
      }
      withExtendedLifetime(store) {}
    }

    @Test func `a store that only reads keeps one open file for each domain at most`() throws {
      let folder = try TemporaryFolder()
      for index in 0..<10 { try Data("{\"a\": 1}".utf8).write(to: folder.file("domain\(index).json")) }
      let store = FileSettingsStore(directory: folder.url)
      for index in 0..<10 {
        #expect(store.value(forKey: SettingsKey(domain: "domain\(index)", name: "a")) == 1)
      }
      #expect(try descriptors(in: folder.url) <= 11)
    }

    @Test func `a folder that was moved is not shared with the one that takes its place`() throws {
      let folder = try TemporaryFolder()
      let (place, elsewhere) = (folder.file("settings"), folder.file("elsewhere"))
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let key = SettingsKey(domain: "one", name: "a")
      let first = FileSettingsStore(file: place.appending(path: "one.json"))
      try first.set(1, forKey: key)
      try FileManager.default.moveItem(at: place, to: elsewhere)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let second = FileSettingsStore(file: place.appending(path: "two.json"))
      try second.set(2, forKey: key)
      try second.writeDocuments()
      #expect(FileManager.default.fileExists(atPath: place.appending(path: "two.json").path))
      #expect(!FileManager.default.fileExists(atPath: elsewhere.appending(path: "two.json").path))
    }
  }
#endif
