// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as Apple documents them, without behaviour; see .ci/apple-typecheck.

public struct SecureField<Label: View>: View {
  public var body: Never { fatalError() }
}

extension SecureField {
  nonisolated public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) { fatalError() }
}

extension SecureField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { fatalError() }
  @_disfavoredOverload
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
}
