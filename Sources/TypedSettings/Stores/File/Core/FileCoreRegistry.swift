#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The cores of the process, so that all stores on one file share one.
///
/// Where a core's file is may change with every folder that somebody moves, removes or makes, so that is looked up each
/// time: an inode that is remembered may belong to another folder by now.
enum FileCoreRegistry {
  private struct Entry {
    weak var core: FileCore?
  }

  private struct Table {
    var entries: [Entry] = []
    /// Counts the cores, so that whoever makes one knows of those that were made meanwhile.
    var count: UInt64 = 0

    /// The cores that there are; to be let go of outside the lock, because with the last of them goes what is not ours.
    mutating func present() -> [FileCore] {
      let cores = entries.compactMap { $0.core }
      entries = cores.map { Entry(core: $0) }
      return cores
    }
  }

  private static let table = LockedState(Table())

  /// Writes the documents that are owed when the process ends.
  private static let closesAtExit: Void = {
    atexit { FileCoreRegistry.closeAll() }
  }()

  /// The core of a file.
  static func core(
    _ location: FileLocation, layout: DocumentLayout, format: FileSettingsStore.Format
  ) -> FileCore {
    _ = closesAtExit
    let system = SystemCalls()
    var made: FileCore?
    while true {
      let (present, count) = table.withLock { ($0.present(), $0.count) }
      let candidates = present.filter {
        $0.layout == layout && $0.format == format && $0.location.names == location.names
      }
      if let core = candidates.first(where: { $0.location == location }) ?? core(at: location, of: candidates, system) {
        return core
      }
      let new =
        made ?? FileCore(location, layout: layout, format: format, system: system, schedule: DispatchSchedule.shared)
      made = new
      let isAdded = table.withLock { table in
        guard table.count == count else { return false }
        table.entries.append(Entry(core: new))
        table.count += 1
        return true
      }
      if isAdded { return new }
    }
  }

  /// The core whose folder is the one of a location, whatever the way there is spelled.
  private static func core(at location: FileLocation, of cores: [FileCore], _ system: SystemCalls) -> FileCore? {
    guard !cores.isEmpty, let folder = folder(of: location, in: system) else { return nil }
    return cores.first { self.folder(of: $0.location, in: system)?.isOfSameFile(as: folder) ?? false }
  }

  /// What is known of the folder of a file; `nil` while it is not there.
  private static func folder(of location: FileLocation, in system: SystemCalls) -> FileStatus? {
    do throws(FileSystemError) { return try Folder(location.folder, of: system).file.status() } catch { return nil }
  }

  private static func closeAll() { for core in table.withLock({ $0.present() }) { core.close() } }
}
