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
///   case .never: "defaults"
///   }
/// }
/// ```
public enum RemoteSettingsState: Hashable, Sendable, CustomStringConvertible {
  /// The values equal the engine's values: it has confirmed this within the last moments.
  case live

  /// The values equaled the engine's values at the given time, when it was last in contact.
  case stale(since: Date)

  /// The engine was never in contact, and there's no cache: every setting has its default.
  case never

  /// The state in words, such as `"live"`.
  public var description: String {
    switch self {
    case .live: "live"
    case .stale(let time): "stale(since: \(time))"
    case .never: "never"
    }
  }
}
