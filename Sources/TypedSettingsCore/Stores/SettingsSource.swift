/// A store whose values another store combines or changes.
public struct SettingsSource: Sendable {
  /// The name of the layer, or `nil` if the source isn't a layer.
  public let layer: String?

  /// The source.
  public let store: any SettingsStore

  /// A Boolean value that indicates whether writes change the source.
  public let isWritable: Bool

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - store: The source.
  ///   - layer: The name of the layer.
  ///   - isWritable: Pass `true` if writes change the source.
  public init(_ store: any SettingsStore, layer: String? = nil, isWritable: Bool = true) {
    self.store = store
    self.layer = layer
    self.isWritable = isWritable
  }
}

extension SettingsStore {
  /// Returns the stores that hold values themselves, each with the name of its layer.
  ///
  /// - Parameter belowWrappers: Pass `false` to count a store that wraps a single other one as a store that holds
  ///   values: its migrations may read names of that store.
  /// - Returns: The stores, in order of precedence.
  func leaves(belowWrappers: Bool) -> [(layer: String?, store: any SettingsStore)] {
    let sources = sources
    let isWrapper = sources.count == 1 && sources[0].isWritable && sources[0].layer == nil
    if sources.isEmpty || isWrapper && !belowWrappers { return [(nil, self)] }
    return sources.flatMap { source in
      source.store.leaves(belowWrappers: belowWrappers).map { ($0.layer ?? source.layer, $0.store) }
    }
  }

  /// Returns whether another store is a source of this one, or of one of its sources.
  func hasSource(_ other: any SettingsStore) -> Bool {
    sources.contains { $0.store === other || $0.store.hasSource(other) }
  }
}
