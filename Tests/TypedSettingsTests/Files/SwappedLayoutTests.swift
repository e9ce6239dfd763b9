import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsFormats

/// The ways in which deployment tools place a settings file behind links.
enum SwappedLayout: CaseIterable {
  /// A mounted ConfigMap: the file leads through `..data`, which is swapped.
  case configMap
  /// A folder that GNU stow has linked.
  case stow
  /// A link to a file with a hash in its path.
  case nix
  /// A link to a generation's link to a file.
  case homeManager

  /// The path of the file, as a program knows it.
  var document: String {
    switch self {
    case .configMap: "etc/settings.json"
    case .stow: "config/app/settings.json"
    case .nix, .homeManager: "home/.config/app/settings.json"
    }
  }

  /// The path of a version of the file.
  func version(_ number: Int) -> String {
    switch self {
    case .configMap: "etc/..\(number)/settings.json"
    case .stow: "dotfiles-\(number)/app/settings.json"
    case .nix, .homeManager: "nix/store/\(number)-settings/settings.json"
    }
  }

  /// The links of a version, each with the path that it contains; the last one makes the version current.
  func links(_ number: Int, in root: String) -> [(path: String, destination: String)] {
    switch self {
    case .configMap: [("etc/settings.json", "..data/settings.json"), ("etc/..data", "..\(number)")]
    case .stow: [("config/app", "../dotfiles-\(number)/app")]
    case .nix: [(document, "\(root)/\(version(number))")]
    case .homeManager:
      [
        ("nix/store/\(number)-files/settings.json", "\(root)/\(version(number))"),
        (document, "\(root)/nix/store/\(number)-files/settings.json"),
      ]
    }
  }
}

/// Settings files that deployment tools swap while processes use them.
@Suite(.serialized) struct SwappedLayoutTests {
  private static let versionKey = SimulatedProcess.key("version")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var root: String { folder.url.path }

  private func makeParent(of path: String) throws {
    try FileManager.default.createDirectory(
      at: folder.file(path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private func write(_ number: Int, to path: String) throws {
    try makeParent(of: path)
    try folder.write("{ // \(number)\n  \"\(SimulatedProcess.domain)\": {\"version\": \(number)}\n}\n", to: path)
  }

  /// Replaces a file or a link with a link, as deployment tools do.
  private func link(_ path: String, to destination: String) throws {
    try makeParent(of: path)
    let new = folder.file("\(path)_new").path
    try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: destination)
    #expect(rename(new, folder.file(path).path) == 0)
  }

  private func place(_ number: Int, _ layout: SwappedLayout) throws {
    try write(number, to: layout.version(number))
    for (path, destination) in layout.links(number, in: root) {
      let current = try? FileManager.default.destinationOfSymbolicLink(atPath: folder.file(path).path)
      if current != destination { try link(path, to: destination) }
    }
  }

  private func core(_ path: String, schedule: any FileSchedule = DispatchSchedule.shared) throws -> FileCore {
    let core = FileCore(
      try FileLocation(path: folder.file(path).path, in: SystemCalls()), layout: .domains, format: .automatic,
      system: SystemCalls(), schedule: schedule)
    _ = core.watchFolder()
    return core
  }

  @Test(.timeLimit(.minutes(30)), arguments: SwappedLayout.allCases)
  func `three writers hear each swap, and lose nothing`(layout: SwappedLayout) async throws {
    // 200 in all layouts together.
    let swaps = 50
    try place(0, layout)
    let cores = try (0..<3).map { _ in try core(layout.document) }
    let heard = cores.map { core in
      let log = Log<SettingsValue?>()
      _ = core.contents.liveValue(forKey: Self.versionKey).observe { log.append($0.newValue) }
      return log
    }
    let acknowledged = LockedState<Set<String>>([])
    let failures = Log<String>()
    for number in 1...swaps {
      DispatchQueue.concurrentPerform(iterations: cores.count + 1) { index in
        do {
          guard index < cores.count else { return try place(number, layout) }
          for count in 0..<3 {
            let name = "w\(index)-\(number)-\(count)"
            do throws(SettingsError) {
              _ = try cores[index].write(
                .init(changes: [(SimulatedProcess.key(name), .integer(Int64(number)))], origin: .local))
            } catch {
              // A thread that holds a lock was paused. The value is in memory, and the core saves it later.
              guard error.code == .notSaved else { throw error }
            }
            acknowledged.withLock { _ = $0.insert(name) }
          }
        } catch {
          failures.append("\(error)")
        }
      }
      let current = SettingsValue.integer(Int64(number))
      // No refresh: the watches have to report each swap.
      try await wait { heard.allSatisfy { $0.elements.last == .some(current) } }
    }
    #expect(failures.elements == [])
    for log in heard { #expect(log.elements == (1...swaps).map { .integer(Int64($0)) }) }
    // A flush fails while a paused thread of another core holds a lock.
    for core in cores { try await wait { succeeds { try core.flush() } } }
    for core in cores { core.close() }
    var found: Set<String> = []
    for number in 0...swaps {
      let reader = try core(layout.version(number), schedule: ManualSchedule())
      found.formUnion((reader.contents.snapshot().domains[SimulatedProcess.domain] ?? [:]).keys)
    }
    let missing = acknowledged.withLock { $0 }.subtracting(found)
    #expect(missing.isEmpty, "\(missing.sorted().prefix(10))")
    #expect(acknowledged.withLock { $0.count } == swaps * 9)
  }

  /// A replacement of the file in the path of a store.
  enum Replacement: CaseIterable {
    case linkByLink, fileByLink, linkByFile, folderLink
  }

  @Test(.timeLimit(.minutes(30)), arguments: Replacement.allCases)
  func `a replaced file or link is noticed within 200 ms, while its old target lives on`(
    _ replacement: Replacement
  ) async throws {
    let isFolder = replacement == .folderLink
    let (document, path) = (isFolder ? "app/x.json" : "x.json", isFolder ? "app" : "x.json")
    var delays: [Duration] = []
    // Other tests may use all processors at times. A watch that is slow itself is slow in all rounds.
    for round in 0..<100 where delays.count < 5 || !delays.contains(where: { $0 < .milliseconds(200) }) {
      for version in ["v1", "v2"] { try write(version == "v1" ? 2 * round : 2 * round + 1, to: "\(version)/x.json") }
      try? FileManager.default.removeItem(at: folder.file(path))
      if replacement == .fileByLink {
        try write(2 * round, to: path)
      } else {
        try link(path, to: isFolder ? "v1" : "v1/x.json")
      }
      let store = FileSettingsStore(file: folder.file(document))
      #expect(store.value(forKey: Self.versionKey) == .integer(Int64(2 * round)))
      let changes = Log<(value: SettingsValue?, time: ContinuousClock.Instant)>()
      let token = store.observe(Self.versionKey) { changes.append(($0.newValue, .now)) }
      let start = ContinuousClock.now
      if replacement == .linkByFile {
        try write(2 * round + 1, to: "new")
        #expect(rename(folder.file("new").path, folder.file(path).path) == 0)
      } else {
        try link(path, to: isFolder ? "v2" : "v2/x.json")
      }
      let new = SettingsValue.integer(Int64(2 * round + 1))
      try await wait { changes.elements.map { $0.value } == [new] }
      delays.append(changes.elements[0].time - start)
      #expect(try folder.text("v1/x.json").contains("\"version\": \(2 * round)"))
      store.removeObserver(token)
    }
    #expect(try #require(delays.min()) < .milliseconds(200), "\(delays)")
  }

  @Test(.timeLimit(.minutes(30)))
  func `a store whose folder is renamed away says so, and goes on at its path`() async throws {
    try write(1, to: "app/x.json")
    let store = FileSettingsStore(file: folder.file("app/x.json"))
    try store.set(5, forKey: SimulatedProcess.key("a"))
    try store.writeDocuments()
    #expect(store.state.error == nil)
    let states = Log<String>()
    let following = Task {
      for await state in store.states { states.append(state.error?.code.rawValue ?? "ready") }
    }
    defer { following.cancel() }
    try await wait { !states.elements.isEmpty }
    #expect(rename(folder.file("app").path, folder.file("gone").path) == 0)
    try await wait { states.elements.contains("fileMissing") }
    #expect(store.state.error?.code == .fileMissing)
    // The next write creates the folder.
    #expect(store.value(forKey: Self.versionKey) == nil)
    try store.set(6, forKey: SimulatedProcess.key("b"))
    try store.writeDocuments()
    #expect(try folder.text("app/x.json").contains("\"b\": 6"))
    #expect(try !folder.text("gone/x.json").contains("\"b\""))
    #expect(store.state.error == nil)
    try await wait { states.elements.last == "ready" }
    #expect(FileSettingsStore(file: folder.file("gone/x.json")).value(forKey: SimulatedProcess.key("a")) == 5)
  }
}
