/// A wrapper that shows its value in a second way, which can only be read.
///
/// A property of an `@Observable` class that is marked `@ObservedWrapper` with `projected: true` gives access to it:
///
/// ```swift
/// /// A text with the number of its words.
/// struct Counted: ReadOnlyProjectingSettingWrapper {
///   var wrappedValue: String
///   var projectedValue: Int { wrappedValue.split(separator: " ").count }
///
///   static func makeWrapper(from value: String, config: Void) -> Counted { Counted(wrappedValue: value) }
/// }
/// ```
///
/// A wrapper whose projection can also be assigned conforms to ``ProjectingSettingWrapper`` instead.
public protocol ReadOnlyProjectingSettingWrapper<WrappedValue>: SettingWrapper {
  /// The type of the projection.
  associatedtype ProjectedValue

  /// The value seen in the second way.
  var projectedValue: ProjectedValue { get }
}
