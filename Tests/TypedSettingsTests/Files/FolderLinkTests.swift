import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// Symbolic links in the path of a document's folder that change while a process has the document open.
@Suite struct FolderLinkTests {
  private let disk = SimulatedDisk()
  private let document = "/etc/app/app.json"

  init() {
    disk.makeFolder("/etc")
    for (path, value) in [("/etc/app-v1", 1), ("/etc/app-v2", 2)] {
      disk.makeFolder(path)
      disk.replace("\(path)/app.json", with: "{\"com.example.app\": {\"a\": \(value)}}")
    }
  }

  private func core(user: UInt32 = 1_000, at path: String? = nil, watching: (any FolderWatching)? = nil) throws
    -> FileCore
  {
    let system = SimulatedFileSystem(disk, user: user)
    return FileCore(
      try FileLocation(path: path ?? document, in: system), layout: .domains, format: .automatic, system: system,
      schedule: ManualSchedule(watching: watching))
  }

  private func link(to path: String) { disk.place(.link, at: "/etc/app", leadingTo: path) }

  private func value(_ name: String, in core: FileCore) -> SettingsValue? {
    core.contents.value(forKey: SimulatedProcess.key(name))
  }

  private func set(_ name: String, _ value: SettingsValue, in core: FileCore) throws {
    _ = try core.write(.init(changes: [(SimulatedProcess.key(name), value)], origin: .local))
  }

  @Test(arguments: ["/etc/app-v2", "app-v2", "../etc/app-v2"])
  func `a changed link to the folder is followed, and the former document gets its changes`(_ path: String) throws {
    link(to: "app-v1")
    let core = try core()
    try set("b", 1, in: core)
    link(to: path)
    core.refresh()
    #expect(value("a", in: core) == 2)
    #expect(value("b", in: core) == nil)
    try set("c", 3, in: core)
    try core.checkpoint()
    #expect(disk.text(at: "/etc/app-v1/app.json").contains("\"b\""))
    #expect(disk.text(at: "/etc/app-v2/app.json").contains("\"c\""))
    #expect(!disk.text(at: "/etc/app-v1/app.json").contains("\"c\""))
  }

  @Test func `a mounted configuration is followed to its new version`() throws {
    for (name, value) in [("..1", 1), ("..2", 2)] {
      disk.makeFolder("/etc/\(name)")
      disk.replace("/etc/\(name)/app.json", with: "{\"com.example.app\": {\"a\": \(value)}}")
    }
    disk.setPermissions(0o777, of: "/etc")
    disk.setOwner(0, of: "/etc")
    disk.place(.link, at: "/etc/..data", leadingTo: "..1")
    disk.setOwnerOfLink(0, at: "/etc/..data")
    disk.place(.link, at: "/etc/app.json", leadingTo: "..data/app.json")
    disk.setOwnerOfLink(0, at: "/etc/app.json")
    let core = try core(at: "/etc/app.json")
    #expect(value("a", in: core) == 1)
    disk.place(.link, at: "/etc/..data", leadingTo: "..2")
    disk.setOwnerOfLink(0, at: "/etc/..data")
    core.refresh()
    #expect(value("a", in: core) == 2)
  }

  @Test func `a removed version of the folder is not made again`() throws {
    try quietly {
      let folder = try TemporaryFolder()
      for (name, value) in [("v1", 1), ("v2", 2)] {
        try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
        try Data("{\"com.example.app\": {\"a\": \(value)}}".utf8).write(to: folder.file("\(name)/app.json"))
      }
      let link = folder.file("app")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "v1")
      let schedule = ManualSchedule()
      let core = FileCore(
        try FileLocation(path: link.path + "/app.json", in: SystemCalls()), layout: .domains, format: .automatic,
        system: SystemCalls(), schedule: schedule)
      try set("b", 1, in: core)
      try FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "v2")
      try FileManager.default.removeItem(at: folder.file("v1"))
      // The journal's name is checked again after a millisecond.
      schedule.pass(.milliseconds(5))
      try set("c", 3, in: core)
      #expect(value("a", in: core) == 2)
      try core.flush()
      #expect([value("b", in: core), value("c", in: core)] == [1, 3])
      #expect(try folder.names == ["app", "v2"])
      try core.checkpoint()
      #expect(try folder.text("v2/app.json").contains("\"c\""))
    }
  }

  @Test func `a folder that a link leads to is made with the first write`() throws {
    try quietly {
      link(to: "app-v3")
      let core = try core()
      try set("b", 1, in: core)
      try core.checkpoint()
      #expect(disk.text(at: "/etc/app-v3/app.json").contains("\"b\""))
    }
  }

  /// Changes of links by users who may not direct this process.
  static let refused: [(user: UInt32, linkOwner: UInt32, fileOwner: UInt32, isShared: Bool)] = [
    // A link of another user that leads to a file of a third one.
    (1_000, 2_000, 3_000, false), (1_000, 2_000, 1_000, false), (0, 2_000, 0, false), (0, 2_000, 3_000, false),
    // A link of another user in a folder that all users may write to.
    (1_000, 2_000, 2_000, true), (0, 2_000, 2_000, true),
  ]

  @Test(arguments: refused)
  func `a link that another user has changed is not followed`(
    user: UInt32, linkOwner: UInt32, fileOwner: UInt32, isShared: Bool
  ) throws {
    try quietly {
      link(to: "app-v1")
      disk.setOwner(user, of: "/etc")
      if isShared { disk.setPermissions(0o777, of: "/etc") }
      let core = try core(user: user)
      link(to: "app-v2")
      disk.setOwnerOfLink(linkOwner, at: "/etc/app")
      disk.setOwner(fileOwner, of: "/etc/app-v2/app.json")
      disk.setPermissions(0o644, of: "/etc/app-v2/app.json")
      core.refresh()
      #expect(value("a", in: core) == 1)
    }
  }

  static let followed: [(user: UInt32, linkOwner: UInt32, isShared: Bool)] = [
    (1_000, 1_000, true), (1_000, 0, true), (1_000, 0, false), (0, 0, false), (1_000, 2_000, false),
  ]

  @Test(arguments: followed)
  func `a link of this user, of root, or of the file's owner is followed`(
    user: UInt32, linkOwner: UInt32, isShared: Bool
  ) throws {
    try quietly {
      link(to: "app-v1")
      disk.setOwner(0, of: "/etc")
      if isShared { disk.setPermissions(0o777, of: "/etc") }
      let core = try core(user: user)
      link(to: "app-v2")
      disk.setOwnerOfLink(linkOwner, at: "/etc/app")
      disk.setOwner(linkOwner, of: "/etc/app-v2/app.json")
      disk.setPermissions(0o644, of: "/etc/app-v2/app.json")
      core.refresh()
      #expect(value("a", in: core) == 2)
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a watch reports a changed link to the folder`() async throws {
    let folder = try TemporaryFolder()
    let (one, other, link) = (folder.file("v1"), folder.file("v2"), folder.file("app"))
    for (place, value) in [(one, 1), (other, 2)] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data("{\"app\": {\"a\": \(value)}}".utf8).write(to: place.appending(path: "x.json"))
    }
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "v1")
    let key = SettingsKey(domain: "app", name: "a")
    let store = FileSettingsStore(file: link.appending(path: "x.json"))
    let changes = Log<SettingsValue?>()
    let token = store.observe(key) { changes.append($0.newValue) }
    #expect(store.value(forKey: key) == 1)
    // As `ln -sfn` does: a new link is renamed over the old one.
    try FileManager.default.createSymbolicLink(atPath: link.path + ".new", withDestinationPath: "v2")
    #expect(rename(link.path + ".new", link.path) == 0)
    try await wait { changes.elements == [2] }
    store.removeObserver(token)
  }

  @Test func `a store whose folder's link has changed and a new store share the file`() throws {
    let folder = try TemporaryFolder()
    for (name, value) in [("v1", 1), ("v2", 2)] {
      try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
      try Data("{\"app\": {\"a\": \(value)}}".utf8).write(to: folder.file("\(name)/x.json"))
    }
    let link = folder.file("app")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "v1")
    let key = SettingsKey(domain: "app", name: "a")
    let first = FileSettingsStore(file: link.appending(path: "x.json"))
    #expect(first.value(forKey: key) == 1)
    try FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "v2")
    let second = FileSettingsStore(file: link.appending(path: "x.json"))
    #expect(second.value(forKey: key) == 2)
    try second.set(7, forKey: key)
    #expect(first.value(forKey: key) == 7)
  }
}
