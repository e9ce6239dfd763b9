// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as Apple documents them, without behaviour; see .ci/apple-typecheck.

public import Observation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  @ViewBuilder @MainActor @preconcurrency
  var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View { self }
  nonisolated public func labelsHidden() -> some View { self }
  nonisolated public func font(_ font: Font?) -> some View { self }
  nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  nonisolated public func lineLimit(_ number: Int?) -> some View { self }
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
  nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { self }

  nonisolated public func help(_ textKey: LocalizedStringKey) -> some View { self }
  nonisolated public func help(_ text: Text) -> some View { self }
  @_disfavoredOverload
  nonisolated public func help<S: StringProtocol>(_ text: S) -> some View { self }

  nonisolated public func accessibilityHint(
    _ hint: Text
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { fatalError() }

  nonisolated public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
  ) -> some View { self }
  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { self }
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }

  nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }
}
