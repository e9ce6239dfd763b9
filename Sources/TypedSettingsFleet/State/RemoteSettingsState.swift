#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The freshness of the settings of a ``RemoteSettingsStore``.
///
/// Values are always readable. The state indicates how much you can rely on them, for example in a health check:
///
/// ```swift
/// func health(of fleet: RemoteSettingsStore) -> String {
///   switch fleet.state {
///   case .live: "ok"
///   case .stale(let time): "settings of \(time)"
///   case .reset(let time): "settings of \(time), which the engine has lost"
///   case .never: "defaults"
///   }
/// }
/// ```
///
/// ``RemoteSettingsStore/status`` adds the reason.
public enum RemoteSettingsState: Hashable, Sendable, CustomStringConvertible {
  /// The values equal the engine's values: it has confirmed this within the last moments.
  case live

  /// The values equaled the engine's values at the given time, when it was last in contact.
  case stale(since: Date)

  /// The engine has lost the data that the values come from: it was wiped, restored from a backup, or replaced.
  ///
  /// The values equaled the engine's values at the given time. They stay until the engine has its data again, or until
  /// ``RemoteSettingsStore/acceptReset()``.
  case reset(since: Date)

  /// The engine was never in contact, and there's no cache: every setting has its default.
  case never

  /// The state in words, such as `"live"`.
  public var description: String {
    lastConfirmation.map { "\(name)(since: \($0))" } ?? name
  }

  /// The name of the case.
  var name: String {
    switch self {
    case .live: "live"
    case .stale: "stale"
    case .reset: "reset"
    case .never: "never"
    }
  }

  /// The time of the engine's last confirmation, for values that may no longer be those of the engine.
  var lastConfirmation: Date? {
    switch self {
    case .stale(let time), .reset(let time): time
    case .live, .never: nil
    }
  }
}
