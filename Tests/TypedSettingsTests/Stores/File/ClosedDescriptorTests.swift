#if os(Linux)
  import Foundation
  import Glibc
  import Testing

  @testable import TypedSettings

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
