internal import Synchronization

/// The class that makes the store that groups use if no store is bound.
///
/// The modules with stores that outlive the process build on this one, which therefore finds the class at run time, by
/// the name `TypedSettings.PlatformStore`.
package protocol DefaultStoreProvider: AnyObject {
  /// Creates the store.
  ///
  /// - Parameter report: A closure that receives the problems with the environment.
  /// - Returns: The store.
  static func makeStore(reporting report: (SettingsError) -> Void) -> any SettingsStore
}

/// The reports about the default store, which are sent once the store exists.
///
/// While the store is created, every other thread that needs it waits. A handler could wait for such a thread, or need
/// the store itself.
final class DefaultStoreReports: Sendable {
  static let shared = DefaultStoreReports()

  private let errors = LockedState<[SettingsError]>([])
  /// A Boolean value that indicates whether there are reports to send; checking it takes less time than the lock.
  private let isPending = Atomic<Bool>(false)

  /// The provider of the store, or `nil` in a program without the module `TypedSettings`.
  static var provider: (any DefaultStoreProvider.Type)? {
    _typeByName("TypedSettings.PlatformStore") as? any DefaultStoreProvider.Type
  }

  /// Creates the default store, which is in memory without a provider.
  func makeStore(of provider: (any DefaultStoreProvider.Type)? = provider) -> any SettingsStore {
    if let provider { return provider.makeStore(reporting: add) }
    add(.noProvider)
    return InMemorySettingsStore()
  }

  /// Adds a report, without sending it.
  func add(_ error: SettingsError) {
    errors.withLock { errors in
      errors.append(error)
      isPending.store(true, ordering: .releasing)
    }
  }

  /// Sends the reports that weren't sent yet; call this method without holding a lock.
  func send() {
    guard isPending.load(ordering: .acquiring) else { return }
    let unsent = errors.withLock { errors -> [SettingsError] in
      defer { errors = [] }
      isPending.store(false, ordering: .releasing)
      return errors
    }
    for error in unsent { SettingsDiagnostics.report(error) }
  }
}

extension SettingsError {
  fileprivate static var noProvider: SettingsError {
    SettingsError(
      .storeUnavailable, found: "a program without the module TypedSettings, so settings are kept in memory",
      advice: "import TypedSettings, or bind a store with PreferenceContext")
  }
}
