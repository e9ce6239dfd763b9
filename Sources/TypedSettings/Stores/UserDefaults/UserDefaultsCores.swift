#if canImport(Darwin) || UserDefaults
  internal import Foundation

  /// The suites that the stores of this process have opened.
  enum UserDefaultsCores {
    private struct Entry {
      weak var core: UserDefaultsCore?
    }

    private static let entries = LockedState<[SuiteName: Entry]>([:])

    /// Hears from `UserDefaults`, and saves what is not saved when the process ends.
    private static let begins: Void = {
      _ = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: nil, queue: nil
      ) { _ in
        for core in UserDefaultsCores.open { core.reloadLater() }
      }
      atexit {
        for core in UserDefaultsCores.open { core.saveReporting() }
      }
    }()

    static var open: [UserDefaultsCore] { entries.withLock { $0.values.compactMap(\.core) } }

    static func core(_ suite: SuiteName) -> UserDefaultsCore {
      _ = begins
      if let present = entries.withLock({ $0[suite]?.core }) { return present }
      let new = UserDefaultsCore(suite, database: database(suite), schedule: DispatchSchedule.shared)
      // What the table lets go of must not end under its lock, so the surplus one is returned as well.
      let (core, _) = entries.withLock { entries -> (UserDefaultsCore, UserDefaultsCore?) in
        if let present = entries[suite]?.core { return (present, new) }
        entries[suite] = Entry(core: new)
        return (new, nil)
      }
      return core
    }

    private static func database(_ suite: SuiteName) -> any DefaultsDatabase {
      #if canImport(Darwin)
        SystemDefaults(suite: suite)
      #else
        FileBackedDefaults(suite)
      #endif
    }
  }
#endif
