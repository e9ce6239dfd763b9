#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The cores of the process, so that all stores on one file share one.
enum FileCoreRegistry {
  /// Which file a core is for: its folder by device and inode, whatever the way there is spelled, and its name.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
    let document: String
    let layout: DocumentLayout
    let format: FileSettingsStore.Format
  }

  private struct Entry {
    weak var core: FileCore?
  }

  private struct Table {
    var cores: [Identity: Entry] = [:]
    /// The cores whose folder was not there when they were made.
    var homeless: [Entry] = []
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
    let make = {
      FileCore(location, layout: layout, format: format, system: system, schedule: DispatchSchedule.shared)
    }
    let identity = identity(of: location, layout, format, in: system)
    if let present = present(location, identity, layout, format, in: system) { return present }
    let new = make()
    // What the table lets go of must not end under its lock, so the surplus one is returned as well.
    let (core, _) = table.withLock { table -> (FileCore, FileCore?) in
      guard let identity else {
        table.homeless.append(Entry(core: new))
        return (new, nil)
      }
      if let present = table.cores[identity]?.core { return (present, new) }
      table.cores[identity] = Entry(core: new)
      return (new, nil)
    }
    return core
  }

  /// The core that there is.
  private static func present(
    _ location: FileLocation, _ identity: Identity?, _ layout: DocumentLayout, _ format: FileSettingsStore.Format,
    in system: SystemCalls
  ) -> FileCore? {
    let homeless = table.withLock { table in
      table.homeless.removeAll { $0.core == nil }
      return table.homeless.compactMap { $0.core }
    }
    for core in homeless {
      if core.location == location, core.layout == layout, core.format == format { return core }
      // Its folder may have been made since, and be the one that is looked for.
      if let identity, Self.identity(of: core.location, core.layout, core.format, in: system) == identity {
        return core
      }
    }
    return identity.flatMap { identity in table.withLock { $0.cores[identity]?.core } }
  }

  /// The identity of a file; `nil` while its folder is not there.
  private static func identity(
    of location: FileLocation, _ layout: DocumentLayout, _ format: FileSettingsStore.Format, in system: SystemCalls
  ) -> Identity? {
    do throws(FileSystemError) {
      let status = try Folder(location.folder, of: system).file.status()
      return Identity(
        device: status.device, inode: status.inode, document: location.names.document, layout: layout, format: format)
    } catch {
      return nil
    }
  }

  private static func closeAll() {
    let cores = table.withLock { table in
      table.cores.values.compactMap { $0.core } + table.homeless.compactMap { $0.core }
    }
    for core in cores { core.close() }
  }
}
