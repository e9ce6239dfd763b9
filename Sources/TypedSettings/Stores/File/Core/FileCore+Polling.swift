extension FileCore {
  static let shortestPause = Duration.milliseconds(250)
  private static let longestPause = Duration.seconds(5)

  /// Looks at the file from time to time as long as it cannot be watched: soon after a change, and less and less often
  /// while there is none.
  func poll(after pause: Duration) {
    schedule.run(after: pause) { [weak self] in
      guard let self, isPolling else { return }
      let before = session.withLock { ($0.loads, $0.next, $0.document) }
      refresh(isFinal: false)
      let hasNews = session.withLock { ($0.loads, $0.next, $0.document) != before }
      poll(after: hasNews ? Self.shortestPause : min(pause * 2, Self.longestPause))
    }
  }

  private var isPolling: Bool {
    watch.withLock { if case .polling = $0 { true } else { false } }
  }
}

extension SettingsError.Code {
  /// The system tells of no changes of a settings file, so changes by other programs are noticed up to five seconds late.
  public static let unwatched = Self(rawValue: "unwatched")
}

extension SettingsError {
  static func unwatched(_ path: String) -> SettingsError {
    SettingsError(
      .unwatched, found: "'\(path)', whose folder the system does not watch for this program",
      advice:
        "raise the limits of inotify (fs.inotify.max_user_instances, fs.inotify.max_user_watches); until then the file is looked at every few seconds"
    )
  }
}
