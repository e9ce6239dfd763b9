/// When those who observe the value of a setting hear of a write.
///
/// It matters to code that is called within the write: observers, bindings and publishers. A loop over a stream runs
/// later, when the store holds the value anyway.
public enum SettingPublication: Hashable, Sendable {
  /// After the store holds the new value: who reads the property in the handler reads the new value.
  case afterStore
  /// Before the store is asked to hold it, as `@Published` does: who reads the property in the handler reads the old
  /// value. If the store then refuses the new one, the old one is published again. A change that comes from elsewhere
  /// is in the store before anybody hears of it. A handler that writes the setting is overtaken by the value that it
  /// has been told of.
  case beforeStore
}
