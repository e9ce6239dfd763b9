/// The shared state of all nodes in one encoding operation.
final class EncodingSession {
  let userInfo: [CodingUserInfoKey: any Sendable]

  // Exclusivity checking is disabled for performance. Accesses can't overlap, because each only reads or writes a word
  // or an error and doesn't call other code.

  /// The first error that occurred in a method of `Encoder` that can't throw.
  @exclusivity(unchecked) private(set) var failure: SettingsError?

  /// The number of encoded values, including the root.
  @exclusivity(unchecked) private var count = 1

  /// The nodes with open child nodes, which form reference cycles.
  private var openParents: [ValueEncoder] = []

  /// The number of nested calls to `encode(to:)`, which can be greater than the depth of the node.
  @exclusivity(unchecked) private var nestedCalls = 0

  init(userInfo: [CodingUserInfoKey: any Sendable]) { self.userInfo = userInfo }

  /// Registers a node with open child nodes, whose references are released when the encoding finishes.
  func registerParent(_ node: ValueEncoder) { openParents.append(node) }

  /// Releases all open nodes.
  func releaseNodes() {
    if openParents.isEmpty { return }
    for parent in openParents { parent.releaseChildren() }
    openParents = []
  }

  /// Records an error, which the encoding throws when it finishes.
  func fail(_ error: @autoclosure () -> SettingsError) {
    if failure == nil { failure = error() }
  }

  /// Adds the values of a container to the count.
  func count(_ number: Int, in node: ValueEncoder) {
    count += number
    if count > SettingsValue.maximumCount { fail(.tooMany(at: node.errorPath)) }
  }

  /// Calls the `encode(to:)` method of a type.
  func run(in node: ValueEncoder, _ code: () throws -> Void) throws {
    guard node.depth <= SettingsValue.maximumDepth, nestedCalls < SettingsValue.maximumNestedCodingCalls else {
      throw SettingsError.tooDeep(at: node.errorPath)
    }
    nestedCalls += 1
    defer { nestedCalls -= 1 }
    try code()
    if let failure { throw failure }
  }
}
