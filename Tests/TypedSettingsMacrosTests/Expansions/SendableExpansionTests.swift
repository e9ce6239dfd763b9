import Testing

@Suite struct SendableExpansionTests {
  @Test(arguments: [
    ("class Group { @Pref var a = 1 }", true),
    ("open class Group: NSObject, Equatable { @Pref var a = 1; var other = 1 }", true),
    ("final class Group { var other = 1 }", false),
    ("class Group: @unchecked Sendable { var other = 1 }", false),
    ("@MainActor class Group { var other = 1 }", false),
    ("@Wrapped class Group { var other = 1 }", false),
    ("class Group: Base { var other = 1 }", false),
    ("class Group: Equatable, Isolated { var other = 1 }", false),
  ])
  func `Sendable is unavailable if subclasses would inherit it`(declaration: String, isUnavailable: Bool) {
    let expansion = Expansion(of: #"@SettingsGroup(domain: "app") "# + declaration)
    let conformance = """
      @available(*, unavailable, message: "declare the class 'final', '@MainActor' or '@unchecked Sendable'") \
      extension Group: @unchecked Swift.Sendable {}
      """
    #expect(expansion.text.contains(conformance) == isUnavailable)
    #expect(expansion.text.contains("Swift.Sendable") == isUnavailable)
  }
}
