/// Writes to settings that are described and not made yet, for code that may have no side effects.
///
/// A reducer returns an effect, and whoever runs the reducer runs the effect:
///
/// ```swift
/// func reduce(_ state: inout Int, _ minutes: Int) -> SettingEffect {
///   state = minutes
///   return settings.set(\.sessionLength, to: minutes)
/// }
/// var minutes = 25
/// await reduce(&minutes, 50)()
/// ```
///
/// An effect may be run on any task, more than once, or never. In a task that is cancelled it writes nothing. What a
/// store refuses goes to ``SettingsDiagnostics``, as it does with the property's setter.
///
/// Plain writes are made on the caller's actor, without suspending: effects that one actor runs one after the other
/// are written in that order.
public struct SettingEffect: Sendable {
  let work: EffectWork

  init(_ work: EffectWork) { self.work = work }

  /// An effect that writes nothing.
  public static let none = SettingEffect(.sequence([]))

  /// Makes the writes.
  ///
  /// - Parameter isolation: The actor that plain writes are made on; the caller's where it is left out.
  public func callAsFunction(isolation: isolated (any Actor)? = #isolation) async {
    await work.run(isolation: isolation)
  }
}
