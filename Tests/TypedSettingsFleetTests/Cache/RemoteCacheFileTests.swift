import Foundation
import Testing
import TypedSettings
import TypedSettingsFleet

/// The files that writes of a cache leave if their processes are killed.
@Suite(.timeLimit(.minutes(30))) struct RemoteCacheFileTests {
  /// Performs a test with the path of a cache in a new folder.
  private func withCache(_ test: (URL) async throws -> Void) async throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "fleet-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    try await test(folder.appending(path: "cache"))
  }

  private func makeFiles(_ names: [String], beside cache: URL) throws {
    for name in names { try Data([1]).write(to: cache.deletingLastPathComponent().appending(path: name)) }
  }

  private func names(beside cache: URL) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: cache.deletingLastPathComponent().path))
  }

  @Test func `a store removes the files of killed writes, and no others`() async throws {
    try await withCache { cache in
      let folder = cache.deletingLastPathComponent()
      let others = [
        "cache.tmp", "cache..tmp", "cache.x.tmp", "cache.-1.tmp", "cache.1.2.tmp", "cache.7.tmp.old", "other.7.tmp",
      ]
      try makeFiles(["cache.7.tmp", "cache.4294967295.tmp"] + others, beside: cache)
      try FileManager.default.createDirectory(
        at: folder.appending(path: "cache.8.tmp"), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "cache.9.tmp").path, withDestinationPath: "other.7.tmp")
      let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30"])
      let fleet = await RemoteSettingsStore(backend: engine, cache: cache, options: .patient)
      _ = ShopSettings.make(alternateStore: fleet)
      await fleet.close()
      #expect(try names(beside: cache) == Set(others).union(["cache", "cache.8.tmp", "cache.9.tmp"]))
    }
  }

  @Test func `the error of a cache that can't be written names its file`() async throws {
    try await withCache { cache in
      try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: false)
      let storage = RemoteCacheFile(path: cache.path, maximumSize: 1_000)
      let error = #expect(throws: SettingsError.self) { try storage.save([1]) }
      #expect(error?.code == .remoteCacheUnusable)
      #expect(error?.found.hasPrefix("the cache of remote settings in '\(cache.path)' can't be written: ") == true)
    }
  }

  @Test func `a file stays as long as a process holds its lock`() async throws {
    try await withCache { cache in
      let folder = try Folder(cache.deletingLastPathComponent().path, of: SystemCalls())
      let file = try folder.open("cache.7.tmp", for: .creating)
      #expect(try SystemCalls().lock(file.descriptor))
      let storage = RemoteCacheFile(path: cache.path, maximumSize: 1_000)
      storage.removeLeftovers()
      #expect(try names(beside: cache) == ["cache.7.tmp"])
      try SystemCalls().unlock(file.descriptor)
      storage.removeLeftovers()
      #expect(try names(beside: cache) == [])
    }
  }

  @Test func `a program that starts during the write of another one doesn't disturb it`() async throws {
    try await withCache { cache in
      let other = RemoteCacheFile(path: cache.path, maximumSize: 1_000)
      let system = InterruptedFileSystem { other.removeLeftovers() }
      try RemoteCacheFile(path: cache.path, maximumSize: 1_000, system: system).save([1, 2, 3])
      #expect(try other.load() == [1, 2, 3])
      #expect(try names(beside: cache) == ["cache"])
    }
  }

  @Test func `on a file system without locks, the cache is written, and nothing is removed`() async throws {
    try await withCache { cache in
      try makeFiles(["cache.7.tmp"], beside: cache)
      let system = InterruptedFileSystem(hasLocks: false) {}
      let storage = RemoteCacheFile(path: cache.path, maximumSize: 1_000, system: system)
      storage.removeLeftovers()
      try storage.save([1, 2, 3])
      #expect(try storage.load() == [1, 2, 3])
      #expect(try names(beside: cache) == ["cache", "cache.7.tmp"])
    }
  }
}
