/// A place in a tree that is being encoded; containers share it, so that a type may ask for one twice.
final class EncodingNode {
  private enum Content {
    case empty
    case leaf(SettingsValue)
    case array([EncodingNode])
    case dictionary([String: EncodingNode])
  }

  private var content = Content.empty

  /// What has been encoded here; an empty dictionary where nothing was, as for a struct without properties.
  var value: SettingsValue {
    switch content {
    case .empty: .dictionary([:])
    case .leaf(let value): value
    case .array(let nodes): .array(nodes.map(\.value))
    case .dictionary(let nodes): .dictionary(nodes.mapValues(\.value))
    }
  }

  /// The number of elements of an unkeyed container.
  var count: Int {
    if case .array(let nodes) = content { nodes.count } else { 0 }
  }

  func set(_ value: SettingsValue) { content = .leaf(value) }

  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func becomeDictionary() {
    if case .dictionary = content { return }
    content = .dictionary([:])
  }

  func append() -> EncodingNode {
    let node = EncodingNode()
    guard case .array(var nodes) = content else {
      content = .array([node])
      return node
    }
    content = .empty
    nodes.append(node)
    content = .array(nodes)
    return node
  }

  func child(_ key: String) -> EncodingNode {
    guard case .dictionary(var nodes) = content else {
      let node = EncodingNode()
      content = .dictionary([key: node])
      return node
    }
    if let node = nodes[key] { return node }
    let node = EncodingNode()
    content = .empty
    nodes[key] = node
    content = .dictionary(nodes)
    return node
  }
}
