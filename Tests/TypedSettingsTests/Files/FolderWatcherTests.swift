#if os(Linux)
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFiles

  /// The notifications of a folder watcher, while it listens to writes and while it doesn't.
  @Suite(.timeLimit(.minutes(30))) struct FolderWatcherTests {
    private let folder: TemporaryFolder
    private let watcher: FolderWatcher

    init() throws {
      folder = try TemporaryFolder()
      watcher = try #require(FolderWatcher.make())
    }

    /// A file whose name exists before the watch begins.
    private func makeFile(_ name: String) throws -> OpenFile {
      try Folder(folder.url.path, of: SystemCalls()).open(name, for: .writingOrCreating)
    }

    private func write(_ number: UInt8, to file: OpenFile) throws { try file.write([number], at: 0) }

    /// The contents of a file each time the watcher notifies.
    private func looks(at file: OpenFile) throws -> (looks: AsyncStream<[UInt8]>, watch: FolderWatch) {
      let (looks, seen) = AsyncStream.makeStream(of: [UInt8].self)
      let watch = watcher.watch(folder.url.path, trackingWritesTo: ["file"]) { _ in
        do { seen.yield(try file.read(from: 0, to: 1)) } catch { seen.finish() }
      }
      return (looks, try #require(watch))
    }

    @Test func `a reader notified of many writes sees the last one`() async throws {
      let file = try makeFile("file")
      let (looks, watch) = try looks(at: file)
      for _ in 0..<1_000 { for number in 1...100 as ClosedRange<UInt8> { try write(number, to: file) } }
      try write(200, to: file)
      #expect(await looks.contains([200]))
      withExtendedLifetime(watch) {}
    }

    @Test func `a write right after a notification causes another one`() async throws {
      let file = try makeFile("file")
      let (looks, watch) = try looks(at: file)
      try write(0, to: file)
      var isNotified = false
      var number: UInt8 = 0
      for await look in looks where look == [number] {
        if number == 20 {
          isNotified = true
          break
        }
        number += 1
        try write(number, to: file)
      }
      #expect(isNotified)
      withExtendedLifetime(watch) {}
    }

    @Test func `without listening to contents, only names are notified`() async throws {
      let file = try makeFile("file")
      let (news, continuation) = AsyncStream.makeStream(of: Set<String>?.self)
      let watch = watcher.watch(folder.url.path, trackingWritesTo: []) { continuation.yield($0) }
      try write(1, to: file)
      _ = try makeFile("other")
      #expect(await news.first { _ in true } == ["other"])
      withExtendedLifetime((watch, file)) {}
    }

    @Test func `closing a file notifies only if its writes are not listened to`() async throws {
      let (file, other) = (try makeFile("file"), try makeFile("other"))
      let (news, continuation) = AsyncStream.makeStream(of: Set<String>?.self)
      let watch = watcher.watch(folder.url.path, trackingWritesTo: ["file"]) { continuation.yield($0) }
      for _ in 0..<3 { _ = try makeFile("file") }
      _ = try makeFile("other")
      #expect(await news.first { _ in true } == ["other"])
      withExtendedLifetime((watch, file, other)) {}
    }

    @Test func `a folder that disappears while muted is listened to again`() async throws {
      let (folder, away) = (folder.url, folder.url.appendingPathExtension("away"))
      let file = try makeFile("file")
      let (news, continuation) = AsyncStream.makeStream(of: Set<String>?.self)
      // The handler is called before the watcher listens to writes again; the folder disappears in between.
      let notified = Log<Set<String>?>()
      let watch = watcher.watch(folder.path, trackingWritesTo: ["file"]) { names in
        if notified.elements.isEmpty {
          do { try FileManager.default.moveItem(at: folder, to: away) } catch { continuation.finish() }
        }
        notified.append(names)
        continuation.yield(names)
      }
      try write(1, to: file)
      #expect(await news.first { _ in true } == ["file"])
      // The check after the write, the move, and the check after the move.
      for _ in 0..<3 { #expect(await news.first { _ in true } == .some(nil)) }
      try FileManager.default.moveItem(at: away, to: folder)
      #expect(await news.first { _ in true } == .some(nil))
      // The check after the move resumes listening.
      #expect(await news.first { _ in true } == .some(nil))
      try write(2, to: file)
      #expect(await news.contains { $0?.contains("file") ?? false })
      withExtendedLifetime(watch) {}
    }

    @Test func `a file that changes while the watch is muted is noticed by every observer of the folder`() async throws
    {
      let (file, other) = (try makeFile("file"), try makeFile("other"))
      let (news, continuation) = AsyncStream.makeStream(of: Set<String>?.self)
      // The watch is muted when the handler is called.
      let tracking = watcher.watch(folder.url.path, trackingWritesTo: ["file"]) { names in
        if names != ["file"] { return }
        do { try self.write(1, to: self.makeFile("other")) } catch { continuation.finish() }
      }
      let watch = watcher.watch(folder.url.path, trackingWritesTo: []) { continuation.yield($0) }
      try write(1, to: file)
      #expect(await news.contains { $0?.contains("other") ?? true })
      withExtendedLifetime((tracking, watch, file, other)) {}
    }

    @Test func `writes to other files of the folder never mute the watch`() async throws {
      let (file, other) = (try makeFile("file"), try makeFile("other"))
      let (news, continuation) = AsyncStream.makeStream(of: Set<String>?.self)
      let watch = watcher.watch(folder.url.path, trackingWritesTo: ["file"]) { continuation.yield($0) }
      try write(1, to: other)
      var iterator = news.makeAsyncIterator()
      #expect(await iterator.next() == ["other"])
      // After a muted period, an event without names would come first.
      try write(1, to: file)
      #expect(await iterator.next() == ["file"])
      withExtendedLifetime((watch, file, other)) {}
    }

    @Test func `a released watcher stops waiting for changes`() async throws {
      weak var source: AnyObject?
      do {
        let watcher = try #require(FolderWatcher.make())
        source = watcher.source as AnyObject
        let watch = watcher.watch(folder.url.path, trackingWritesTo: []) { _ in }
        _ = try makeFile("file")
        withExtendedLifetime(watch) {}
      }
      try await wait { source == nil }
    }
  }
#endif
