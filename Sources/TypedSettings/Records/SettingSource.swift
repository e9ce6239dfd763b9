/// Where the value of a setting comes from.
public enum SettingSource: Hashable, Sendable {
  /// The declaration: no store holds a value.
  case `default`
  /// The layer of a name; a store that has no layers counts as one that is named `store`.
  case layer(String)
}
