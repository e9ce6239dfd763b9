// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as Apple documents them, without behaviour; see .ci/apple-typecheck.

public struct TextEditor: View {
  public init(text: Binding<String>) { fatalError() }
  public var body: Never { fatalError() }
}
