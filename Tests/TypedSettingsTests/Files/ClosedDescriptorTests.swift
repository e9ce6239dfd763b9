#if os(Linux)
  import Foundation
  import Glibc
  import Testing
  import TypedSettings

  @testable import TypedSettingsFiles

  /// A program that closes all descriptors, as a daemon does, and opens files of its own.
  @Suite struct ClosedDescriptorTests {
    private let folder: TemporaryFolder
    private let schedule = ManualSchedule()
    private let key = SettingsKey(domain: "app", name: "a")

    init() throws { folder = try TemporaryFolder() }

    private func makeCore() throws -> FileCore {
      FileCore(
        try FileLocation(path: folder.file("app.json").path, in: SystemCalls()), layout: .domains, format: .automatic,
        system: SystemCalls(), schedule: schedule)
    }

    private func set(_ value: SettingsValue, in core: FileCore) throws {
      _ = try core.write(.init(changes: [(key, value)], origin: .local))
    }

    /// The descriptors of this process that lead into the folder.
    private func descriptors() throws -> [Int32] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        return path?.hasPrefix(folder.url.path) ?? false ? Int32(name) : nil
      }
    }

    /// Replaces the descriptors by those of a file of the program.
    private func replace(_ descriptors: [Int32], with own: URL) throws {
      try Data().write(to: own)
      let file = open(own.path, O_RDWR)
      defer { close(file) }
      // At once, so that no other test gets the number.
      for descriptor in descriptors { #expect(dup2(file, descriptor) == descriptor) }
    }

    @Test(arguments: [false, true]) func `values go to the settings file, and not to the program's own`(
      hasDocument: Bool
    ) throws {
      let (core, others) = (try makeCore(), try TemporaryFolder())
      let own = others.file("own")
      try set(1, in: core)
      if hasDocument { try core.checkpoint() }
      let replaced = try descriptors()
      #expect(replaced.count >= 2)
      try replace(replaced, with: own)
      defer { for descriptor in replaced { close(descriptor) } }
      schedule.pass(.milliseconds(2))
      try set(2, in: core)
      try core.flush()
      #expect(try Data(contentsOf: own).isEmpty)
      #expect(try makeCore().contents.value(forKey: key) == 2)
    }

    @Test func `an open file doesn't close a later one of the same file with its number`() throws {
      try Data().write(to: folder.file("a"))
      let open = try Folder(folder.url.path, of: SystemCalls())
      var first: OpenFile? = try open.open("a", for: .appending)
      let number = try #require(first?.descriptor.number)
      #expect(close(number) == 0)
      // Another thread may get the number, so the attempt is repeated.
      var others: [OpenFile] = []
      while others.last?.descriptor.number != number, others.count < 100 {
        others.append(try open.open("a", for: .appending))
      }
      try #require(others.last?.descriptor.number == number)
      let closed = #expect(throws: FileSystemError.self) { try first?.write([1], at: 0) }
      #expect(closed?.isStale == true)
      first = nil
      try others.last?.write([2], at: 0)
      #expect(try Data(contentsOf: folder.file("a")) == Data([2]))
    }

    @Test func `a folder that the program has closed is opened again by every store`() throws {
      let cores = [try makeCore(), try makeCore()]
      for (number, core) in cores.enumerated() { try set(.integer(Int64(number)), in: core) }
      for descriptor in try descriptors() { close(descriptor) }
      schedule.pass(.milliseconds(2))
      try set(7, in: cores[0])
      try cores[1].flush()
      for core in cores { core.refresh() }
      #expect(cores.map { $0.contents.value(forKey: key) } == [7, 7])
      try cores[1].checkpoint()
      #expect(try makeCore().contents.value(forKey: key) == 7)
    }

    @Test func `a store doesn't close the descriptors of the program`() throws {
      let others = try TemporaryFolder()
      let own = others.file("own")
      var core: FileCore? = try makeCore()
      try set(1, in: #require(core))
      let replaced = try descriptors()
      try replace(replaced, with: own)
      core = nil
      var status = stat()
      for descriptor in replaced {
        #expect(fstat(descriptor, &status) == 0 && status.st_size == 0)
        close(descriptor)
      }
      #expect(core == nil)
    }
  }
#endif
