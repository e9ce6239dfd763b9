extension FileCore {
  private static let shortestPause = Duration.milliseconds(250)
  private static let longestPause = Duration.seconds(5)

  /// Starts to watch the folder, or its parents while it's missing.
  ///
  /// - Returns: Whether the folder is watched from now on. Then the caller reads the files once more, because earlier
  ///   changes aren't reported.
  func watchFolder() -> Bool {
    let location = context.location
    let start = watcher.start(
      location, onChange: { [weak self] in self?.refreshLater() },
      onParentChange: { [weak self] in
        guard let self else { return }
        watcher.stop()
        if watchFolder() { refreshLater() }
      })
    if start != .unchanged, context.location != location {
      // Another thread has moved the core to another file meanwhile.
      watcher.stop()
      return watchFolder()
    }
    if case .polling = start {
      SettingsDiagnostics.report(.unwatched(location.path))
      poll(after: Self.shortestPause)
    }
    return start == .watching
  }

  /// Reads the files periodically while they can't be watched: soon after a change, and less and less often without
  /// one.
  private func poll(after pause: Duration) {
    schedule.run(after: pause) { [weak self] in
      guard let self, watcher.isPolling else { return }
      let before = session.withLock { ($0.loads, $0.journals.next, $0.document.status) }
      refresh(isFinal: false)
      let hasChanged = session.withLock { ($0.loads, $0.journals.next, $0.document.status) != before }
      poll(after: hasChanged ? Self.shortestPause : min(pause * 2, Self.longestPause))
    }
  }
}

extension SettingsError.Code {
  /// The system reports no changes of a settings file, so the store notices changes by other programs up to five
  /// seconds late.
  public static let unwatched = Self(rawValue: "unwatched")
}

extension SettingsError {
  static func unwatched(_ path: String) -> SettingsError {
    SettingsError(
      .unwatched, found: "'\(path)', whose folder the system does not watch for this program",
      advice: """
        raise the limits of inotify (fs.inotify.max_user_instances, fs.inotify.max_user_watches); until then the file \
        is looked at every few seconds
        """)
  }
}
