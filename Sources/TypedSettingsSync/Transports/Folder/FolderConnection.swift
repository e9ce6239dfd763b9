internal import TypedSettingsCore
internal import TypedSettingsFiles

/// One run of the events of a folder.
///
/// Files are read one by one when events are requested. While there are none, nothing runs: the system's watch of the
/// folder wakes the task. Where the system has none, or may not report the changes of other machines, the folder is
/// listed periodically: soon after a change, and less and less often without one.
final class FolderConnection: TransportConnection {
  private let folder: MailboxFolder
  private let schedule: any FileSchedule
  private let changes = FolderChanges()
  private let scan: LockedState<FolderScan>

  private static let shortestPause = Duration.milliseconds(250)
  private static let longestPause = Duration.seconds(5)

  init(_ folder: MailboxFolder, _ own: OwnMailbox, _ schedule: any FileSchedule) {
    self.folder = folder
    self.schedule = schedule
    scan = LockedState(FolderScan(folder, own))
  }

  func next() async throws -> SyncTransportEvent? {
    while true {
      try Task.checkCancellation()
      let count = changes.signal.count
      let (event, reports) = try await schedule.perform { try self.step() }
      // From this task, because handlers of reports are task-local.
      for report in reports { SettingsDiagnostics.report(report) }
      if let event { return event }
      try await changes.signal.wait(since: count)
    }
  }

  /// Looks at the folder if necessary, and returns the next event and the errors to report.
  private func step() throws(SettingsError) -> (SyncTransportEvent?, [SettingsError]) {
    try scan.withLock { scan throws(SettingsError) -> (SyncTransportEvent?, [SettingsError]) in
      var event = scan.next()
      while event == nil, let names = changes.take() {
        try update(&scan, written: names)
        event = scan.next()
      }
      if event == nil, scan.isPolling { changes.poll(after: scan.pause, on: schedule) }
      return (event, scan.takeReports())
    }
  }

  private func update(_ scan: inout FolderScan, written names: Set<String>) throws(SettingsError) {
    // Another folder may have the path now. A change before the watch begins isn't reported, so the folder is listed
    // afterwards.
    while try scan.open() { startWatching(&scan) }
    if scan.watch == nil { startWatching(&scan) }
    try scan.list(written: names)
    scan.pause = scan.hasChanges ? Self.shortestPause : min(max(scan.pause * 2, Self.shortestPause), Self.longestPause)
    try scan.restoreOwn(at: schedule.now, after: Self.shortestPause)
  }

  private func startWatching(_ scan: inout FolderScan) {
    let names = folder.names
    scan.watch = schedule.watching?.watch(folder.path, trackingWritesTo: []) { [weak changes] changed in
      let mailboxes = changed?.filter(names.isMailbox)
      if mailboxes?.isEmpty != true { changes?.add(mailboxes) }
    }
  }
}
