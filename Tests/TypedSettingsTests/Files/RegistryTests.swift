import Dispatch
import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Stores that share a file, while the folders on its path change.
@Suite struct RegistryTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ name: String) throws -> UInt64 {
    try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
    return try Folder(folder.file(name).path, of: SystemCalls()).file.status().inode
  }

  private func store(in name: String) -> FileSettingsStore {
    FileSettingsStore(file: folder.file("\(name)/settings.json"))
  }

  /// The file system may reuse the inode of the removed folder.
  @Test func `a store never adopts the file of a removed folder`() throws {
    let inode = try make("a")
    let old = store(in: "a")
    try old.set(1, forKey: Self.key)
    // To write a value that isn't in a document yet, the store would make the folder again.
    try old.writeDocuments()
    try FileManager.default.removeItem(at: folder.file("a"))
    old.refresh()
    for number in 0..<50 {
      let isReused = try make("b\(number)") == inode
      let new = store(in: "b\(number)")
      #expect(new.value(forKey: Self.key) == nil)
      try new.set(2, forKey: Self.key)
      try new.writeDocuments()
      #expect(try folder.text("b\(number)/settings.json").contains("2"))
      if isReused { break }
    }
    #expect(try !folder.names.contains("a"))
  }

  @Test func `stores share a file after its folder was removed and recreated`() throws {
    _ = try make("a")
    let first = store(in: "a")
    try first.withoutCheckpoints {
      try first.set(1, forKey: Self.key)
      try FileManager.default.removeItem(at: folder.file("a"))
    }
    _ = try make("c")
    _ = try make("a")
    let second = store(in: "a")
    #expect(first.cores.open.first === second.cores.open.first)
    // A value that wasn't in a document yet is written again.
    #expect(second.value(forKey: Self.key) == 1)
    try second.set(2, forKey: Self.key)
    #expect(first.value(forKey: Self.key) == 2)
    try second.writeDocuments()
    #expect(try folder.text("a/settings.json").contains("2"))
  }

  @Test func `stores share a file whose folder has two paths`() throws {
    _ = try make("a")
    try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: folder.file("a"))
    let (first, second) = (store(in: "a"), store(in: "link"))
    #expect(first.cores.open.first === second.cores.open.first)
  }

  @Test func `stores created concurrently share a file, even if its folder is missing`() {
    for number in 0..<50 {
      let stores = LockedState<[FileSettingsStore]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let new = store(in: "missing-\(number)")
        stores.withLock { $0.append(new) }
      }
      let cores = stores.withLock { $0 }.compactMap { $0.cores.open.first }
      #expect(cores.count == 4)
      #expect(Set(cores.map { ObjectIdentifier($0) }).count == 1)
    }
  }
}
