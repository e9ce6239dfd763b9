#if os(Linux)
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFiles

  /// A first store that is created while hardly any file can be opened.
  @Suite struct ScarceDescriptorTests {
    private static let key = SettingsKey(domain: "com.example.app", name: "a")

    /// The descriptors that use up the limit.
    private final class Hoard {
      private var files: [Int32] = []

      init(leaving count: Int) {
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while case let file = open("/dev/null", O_RDONLY), file >= 0 { files.append(file) }
        for _ in 0..<count { if let file = files.popLast() { close(file) } }
      }

      func release() {
        for file in files { close(file) }
        files = []
      }
    }

    /// Waits until the shared schedule of all stores has run an operation.
    private static func waitForSchedule() {
      let isDone = DispatchSemaphore(value: 0)
      DispatchSchedule.shared.run(after: .milliseconds(1)) { isDone.signal() }
      isDone.wait()
    }

    /// Creates a store, writes, releases the descriptors, and returns the problems.
    private static func problem(leaving count: Int) throws -> String? {
      let folder = try TemporaryFolder()
      let file = folder.file("x.json")
      let reports = Log<SettingsError>()
      SettingsDiagnostics.addHandler { reports.append($0) }
      let hoard = Hoard(leaving: count)
      let store = FileSettingsStore(file: file)
      var error: (any Error)?
      do { try store.set(1, forKey: key) } catch let failure { error = failure }
      waitForSchedule()
      hoard.release()
      if reports.elements.isEmpty { return "nothing was reported" }
      if (error as? SettingsError)?.code == .notSaved, store.value(forKey: key) != 1 { return "the value is gone" }
      store.refresh()
      waitForSchedule()
      try store.set(2, forKey: key)
      try store.writeDocuments()
      return try folder.text("x.json").contains("\"a\": 2") ? nil : "the document was not written"
    }

    private static func check(leaving count: Int) throws {
      let found = try problem(leaving: count)
      #expect(found == nil)
    }

    // Dispatch opens its descriptors once, so each number needs its own process.

    @Test func `a store created while no file can be opened reports it and recovers`() async {
      await #expect(processExitsWith: .success) { try ScarceDescriptorTests.check(leaving: 0) }
    }

    @Test func `a store created while one file can be opened reports it and recovers`() async {
      await #expect(processExitsWith: .success) { try ScarceDescriptorTests.check(leaving: 1) }
    }

    @Test func `a store created while two files can be opened reports it and recovers`() async {
      await #expect(processExitsWith: .success) { try ScarceDescriptorTests.check(leaving: 2) }
    }

    @Test func `a store created while four files can be opened reports it and recovers`() async {
      await #expect(processExitsWith: .success) { try ScarceDescriptorTests.check(leaving: 4) }
    }

    @Test func `a thread without a file descriptor runs work in the order of its deadlines`() async {
      let thread = WaitingThread()
      let log = Log<Int>()
      await withCheckedContinuation { continuation in
        // The work is scheduled on that thread, which does nothing else until all is scheduled.
        thread.run(after: .zero) {
          thread.run(after: .milliseconds(30)) {
            log.append(4)
            continuation.resume()
          }
          // Simulates a late wake-up.
          thread.run(after: .seconds(-1_000)) { log.append(3) }
          thread.run(after: .seconds(-2_000)) { log.append(2) }
          thread.run(after: .seconds(-3_000)) { log.append(1) }
        }
      }
      #expect(log.elements == [1, 2, 3, 4])
    }
  }
#endif
