internal import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The cores of the process, so that all stores on one file share one.
///
/// The file of a core is looked up each time, because any folder may be moved, removed or created. A remembered inode
/// may now belong to another folder.
enum FileCoreRegistry {
  private struct Table {
    var cores = WeakList<FileCore>()
    /// The number of cores that were added, which shows whether another thread has added one.
    var count: UInt64 = 0
  }

  private static let table = LockedState(Table())

  /// Registers a function that writes the documents when the process exits.
  private static let closesAtExit: Void = {
    atexit { FileCoreRegistry.closeAll() }
  }()

  /// Returns the core of a file.
  ///
  /// Stores that only read the file don't share the core of those that write it, because the advice in their reports
  /// differs.
  static func core(
    _ location: FileLocation, layout: DocumentLayout, format: SettingsDocumentFormat, access: StoreAccess
  ) -> FileCore {
    _ = closesAtExit
    let system = SystemCalls()
    var made: FileCore?
    while true {
      let (existing, count) = table.withLock { ($0.cores.objects(), $0.count) }
      // A core of the same link may not have noticed yet that the link was changed.
      for core in existing where core.context.isMoved(from: location) { core.refresh(isFinal: false) }
      let candidates = existing.map { ($0, $0.context) }.filter { _, context in
        context.layout == layout && context.format == format && context.access == access
          && context.names == location.names
      }
      if let (core, context) = candidates.first(where: { $0.1.location == location })
        ?? match(location, candidates, system)
      {
        if context.location.links != location.links { core.stayInPlace() }
        return core
      }
      let new =
        made
        ?? FileCore(
          location, layout: layout, format: format, access: access, system: system, schedule: DispatchSchedule.shared)
      made = new
      let released = table.withLock { table -> [FileCore]? in
        guard table.count == count else { return nil }
        table.count += 1
        return table.cores.append(new)
      }
      if released != nil { return new }
    }
  }

  /// Returns the core that has the folder of a location, even if their paths differ.
  private static func match(
    _ location: FileLocation, _ candidates: [(FileCore, FileContext)], _ system: SystemCalls
  ) -> (FileCore, FileContext)? {
    guard !candidates.isEmpty, let folder = status(of: location.folder, in: system) else { return nil }
    return candidates.first { status(of: $0.1.location.folder, in: system)?.isOfSameFile(as: folder) ?? false }
  }

  private static func status(of folder: String, in system: SystemCalls) -> FileStatus? {
    nilOnFailure { try Folder(folder, of: system).file.status() }
  }

  private static func closeAll() { for core in table.withLock({ $0.cores.objects() }) { core.close() } }
}

extension FileContext {
  /// Returns whether the same symbolic links led to another document than now.
  fileprivate func isMoved(from other: FileLocation) -> Bool {
    !location.links.isEmpty && location.origin == other.origin && location != other
  }
}
