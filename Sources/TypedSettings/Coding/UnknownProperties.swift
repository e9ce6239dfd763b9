/// What to do, when a setting is written, with stored properties that its type does not have.
public enum UnknownProperties: Hashable, Sendable {
  /// They stay: an earlier or a later version of the type may have them.
  case keep
  /// They go.
  case discard
}
