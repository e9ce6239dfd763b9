import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// Files of other users beside a document.
@Suite struct OwnershipTests {
  private static let user: UInt32 = 1_000
  private static let other: UInt32 = 2_000

  /// Creates a world-writable folder, such as `/tmp`.
  private func sharedDisk() throws -> SimulatedDisk {
    let disk = SimulatedDisk.withFolder()
    disk.setOwner(0, of: SimulatedProcess.folder)
    disk.setGroup(0, of: SimulatedProcess.folder)
    disk.setPermissions(0o1777, of: SimulatedProcess.folder)
    return disk
  }

  /// Creates journals in which another user has written values for the program.
  private func plant(on disk: SimulatedDisk, permissions: UInt32 = 0o666) throws {
    try SimulatedProcess(disk, number: 9, user: Self.other).set("planted", 1)
    disk.kill(9)
    for name in disk.files(in: SimulatedProcess.folder).keys {
      disk.setOwner(Self.other, of: SimulatedProcess.path(name))
      disk.setPermissions(permissions, of: SimulatedProcess.path(name))
    }
  }

  @Test func `a planted journal is neither read nor written, but kept and reported once`() throws {
    let disk = try sharedDisk()
    try plant(on: disk)
    let planted = disk.bytes(at: SimulatedProcess.journal)
    let reported = try reports {
      let process = try SimulatedProcess(disk)
      #expect(process.values == [:])
      try process.set("mine", 1)
      try process.flush()
    }
    #expect(reported.map(\.code) == [.untrustedFile])
    #expect(try SimulatedProcess.values(on: disk) == ["mine": 1])
    #expect(disk.files(in: SimulatedProcess.folder).contains { $0.key.contains("corrupt") && $0.value == planted })
    #expect(disk.ownership(of: SimulatedProcess.journal) == [Self.user, 0o600])
  }

  @Test func `a file of a user whom the system can't name is planted, although the document's owner looks the same`()
    throws
  {
    let disk = try sharedDisk()
    disk.state.withLock { $0.unknownUser = 65_534 }
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 1}}"#)
    disk.setPermissions(0o666, of: SimulatedProcess.document)
    try plant(on: disk)
    // In a user namespace, Linux shows all users from outside as this one.
    for name in disk.files(in: SimulatedProcess.folder).keys {
      disk.setOwner(65_534, of: SimulatedProcess.path(name))
      disk.setGroup(65_534, of: SimulatedProcess.path(name))
    }
    let reported = try reports {
      let process = try SimulatedProcess(disk)
      #expect(process.values == ["a": 1])
      try process.set("mine", 1)
    }
    #expect(reported.map(\.code) == [.untrustedFile])
    #expect(disk.ownership(of: SimulatedProcess.journal)?.first == Self.user)
  }

  @Test(arguments: [0o640, 0o644] as [UInt32])
  func `the files beside a document get its new permissions with the next write`(permissions: UInt32) throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    for number: Int64 in 1...2 {
      try process.set("a", .integer(number))
      try process.checkpoint()
    }
    disk.setPermissions(permissions, of: SimulatedProcess.document)
    process.core.refresh()
    process.schedule.pass(.milliseconds(2))
    try process.set("a", 3)
    let names = SimulatedProcess.names
    for name in [names.document, names.journal, names.previous, names.previousJournal] {
      #expect(disk.ownership(of: SimulatedProcess.path(name))?.last == permissions, "\(name)")
    }
  }

  @Test func `a planted previous document does not replace a corrupt one`() throws {
    let disk = try sharedDisk()
    disk.replace(SimulatedProcess.document, with: "{")
    disk.replace(SimulatedProcess.path(SimulatedProcess.names.previous), with: #"{"com.example.app": {"planted": 1}}"#)
    disk.setOwner(Self.other, of: SimulatedProcess.path(SimulatedProcess.names.previous))
    let process = try quietly { try SimulatedProcess(disk) }
    #expect(process.values == [:])
  }

  /// Creates a document that only the superuser can write, in a folder where each user can create files.
  private func replaceManagedDocument(with text: String, on disk: SimulatedDisk) {
    disk.replace(SimulatedProcess.document, with: text)
    disk.setOwner(0, of: SimulatedProcess.document)
    disk.setPermissions(0o644, of: SimulatedProcess.document)
  }

  @Test func `a store that only reads uses the journal of the administrator, but none of the program's user`() throws {
    let disk = try sharedDisk()
    try SimulatedProcess(disk, number: 9, user: Self.user).set("limit", 2)
    disk.kill(9)
    replaceManagedDocument(with: #"{"com.example.app": {"limit": 1}}"#, on: disk)
    var process: SimulatedProcess?
    let reported = try reports { process = try SimulatedProcess(disk, user: Self.user, access: .readOnly) }
    let managed = try #require(process)
    #expect(managed.values == ["limit": 1])
    #expect(reported.map(\.code) == [.untrustedFile])
    try quietly { try SimulatedProcess(disk, number: 2, user: 0).set("limit", 3) }
    managed.core.refresh()
    #expect(managed.values == ["limit": 3])
  }

  @Test func `a previous document of the program's user does not replace a corrupt one that is only read`() throws {
    let disk = try sharedDisk()
    replaceManagedDocument(with: "{", on: disk)
    let previous = SimulatedProcess.path(SimulatedProcess.names.previous)
    disk.replace(previous, with: #"{"com.example.app": {"limit": 2}}"#)
    disk.setOwner(Self.user, of: previous)
    let managed = try quietly { try SimulatedProcess(disk, user: Self.user, access: .readOnly) }
    #expect(managed.values == [:])
  }

  @Test(arguments: [true, false])
  func `a planted file with the name of a replaced document is not put back`(isTrusted: Bool) throws {
    let disk = try sharedDisk()
    let first = try SimulatedProcess(disk, number: 1)
    try first.set("a", 1)
    try first.checkpoint()
    try first.set("b", 1)
    disk.interrupt { [disk] call in if call.operation == .exchange { disk.kill(1) } }
    #expect(throws: (any Error).self) { try first.checkpoint() }
    disk.interrupt(with: nil)
    // As if this file had come out of an exchange with the present document.
    let document = DocumentFingerprint(of: try #require(disk.bytes(at: SimulatedProcess.document)))
    let name = SimulatedProcess.path(SimulatedProcess.names.replacement(document))
    disk.replace(name, with: #"{"com.example.app": {"planted": 1}}"#)
    disk.setOwner(isTrusted ? Self.user : Self.other, of: name)
    let process = try SimulatedProcess(disk, number: 2)
    try process.set("c", 1)
    try process.checkpoint()
    var values: [String: SettingsValue] = ["a": 1, "b": 1, "c": 1]
    if isTrusted { (values["a"], values["planted"]) = (nil, 1) }
    #expect(try SimulatedProcess.values(on: disk) == values)
    #expect((disk.bytes(at: name) != nil) == !isTrusted)
  }

  @Test(arguments: [true, false])
  func `a user can continue with files that the superuser writes in the user's folder`(hasDocument: Bool) throws {
    let disk = SimulatedDisk.withFolder()
    if hasDocument { disk.replace(SimulatedProcess.document, with: "{}") }
    let root = try SimulatedProcess(disk, number: 1, user: 0)
    try root.set("a", 1)
    try root.checkpoint()
    try root.set("b", 1)
    let process = try SimulatedProcess(disk, number: 2, user: Self.user)
    #expect(process.values == ["a": 1, "b": 1])
    try process.set("c", 1)
    try process.checkpoint()
    try root.set("d", 1)
    process.core.refresh()
    #expect(process.values == ["a": 1, "b": 1, "c": 1, "d": 1])
    for name in disk.files(in: SimulatedProcess.folder).keys {
      #expect(disk.ownership(of: SimulatedProcess.path(name))?.first == Self.user, "\(name)")
    }
  }

  @Test func `two users can write a document of a shared group in turn`() throws {
    let disk = SimulatedDisk.withFolder()
    disk.setPermissions(0o2770, of: SimulatedProcess.folder)
    disk.replace(SimulatedProcess.document, with: "{}")
    disk.setPermissions(0o660, of: SimulatedProcess.document)
    let first = try SimulatedProcess(disk, number: 1, user: Self.user)
    let second = try SimulatedProcess(disk, number: 2, user: Self.other)
    for round in 1...3 {
      for (name, process) in ["first": first, "second": second] {
        try process.set(name, .integer(Int64(round)))
        try process.checkpoint()
        try process.set(name + "Again", .integer(Int64(round)))
      }
    }
    first.core.refresh()
    second.core.refresh()
    let expected: [String: SettingsValue] = ["first": 3, "firstAgain": 3, "second": 3, "secondAgain": 3]
    #expect(first.values == expected)
    #expect(second.values == expected)
    #expect(try SimulatedProcess.values(on: disk) == expected)
  }

  @Test func `the superuser does not follow a user's link to another user's file`() throws {
    let disk = SimulatedDisk.withFolder()
    disk.replace("/home/settings/target.json", with: "{}")
    disk.place(.link, at: SimulatedProcess.document, leadingTo: "target.json")
    _ = try FileLocation(path: SimulatedProcess.document, in: SimulatedFileSystem(disk, user: 0))
    disk.setOwner(0, of: "/home/settings/target.json")
    #expect(throws: SettingsError.self) {
      try FileLocation(path: SimulatedProcess.document, in: SimulatedFileSystem(disk, user: 0))
    }
    _ = try FileLocation(path: SimulatedProcess.document, in: SimulatedFileSystem(disk))
  }
}
