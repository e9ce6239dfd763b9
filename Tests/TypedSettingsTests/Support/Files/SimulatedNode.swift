import TypedSettings

/// A file, folder, link or pipe of a simulated disk: its visible state, and the part that would survive a power cut.
struct SimulatedNode: Sendable {
  /// A change of a file's bytes or of a folder's names, as one step.
  enum Change: Sendable {
    case write([UInt8], at: Int)
    case truncate(to: Int)
    /// The nodes that names were assigned; `nil` for a removed name.
    case names([(name: String, node: Int?)])
  }

  /// A change and its durability.
  struct Step: Sendable {
    enum Fate: Sendable {
      /// A power cut may undo it.
      case open
      /// Synchronizing it has failed: it may be lost, and synchronizing again doesn't make it durable.
      case lost
      case durable
    }

    let change: Change
    let time: Int
    var fate = Fate.open
  }

  /// The contents of a node.
  struct Holding: Sendable {
    var bytes: [UInt8] = []
    var names: [String: Int] = [:]

    mutating func apply(_ change: Change) {
      switch change {
      case .write(let new, let offset):
        if bytes.count < offset { bytes += [UInt8](repeating: 0, count: offset - bytes.count) }
        let overlap = Swift.min(bytes.count - offset, new.count)
        bytes.replaceSubrange(offset..<offset + overlap, with: new)
      case .truncate(let length):
        if bytes.count < length { bytes += [UInt8](repeating: 0, count: length - bytes.count) }
        bytes.removeLast(bytes.count - length)
      case .names(let changes): for (name, node) in changes { names[name] = node }
      }
    }
  }

  var kind: FileStatus.Kind
  var permissions: UInt32
  var owner: UInt32 = 1_000
  var group: UInt32 = 1_000
  /// The target of a link.
  var destination = ""
  var modified: Int64 = 0
  /// The time of the last change of any kind, which can't be set.
  var changed: Int64 = 0

  private(set) var holding = Holding()
  private var durable = Holding()
  private(set) var steps: [Step] = []

  init(_ kind: FileStatus.Kind, permissions: UInt32) {
    self.kind = kind
    self.permissions = permissions
  }

  mutating func apply(_ change: Change, at time: Int) {
    holding.apply(change)
    steps.append(Step(change: change, time: time))
    modified = Int64(time)
    changed = Int64(time)
  }

  /// Makes every change durable, or discards the ones that weren't.
  mutating func synchronize(fails: Bool) {
    for index in steps.indices where steps[index].fate == .open { steps[index].fate = fails ? .lost : .durable }
    while let first = steps.first, first.fate == .durable {
      durable.apply(first.change)
      steps.removeFirst()
    }
  }

  /// Returns the node after a power cut.
  ///
  /// A disk writes whole sectors, each as it was at some time: a sector that contains a change contains all earlier
  /// ones too. Names are added and removed one change at a time.
  ///
  /// - Parameters:
  ///   - surviving: The times of the changes that have reached the disk.
  ///   - tear: Returns the part of a change that has reached the disk.
  /// - Returns: The node, with all its contents durable.
  func afterPowerCut(_ surviving: Set<Int>, tear: (Step) -> Change?) -> SimulatedNode {
    var node = self
    node.steps = []
    node.holding = durable
    if kind == .folder {
      for step in steps where step.fate == .durable || surviving.contains(step.time) { node.holding.apply(step.change) }
    } else {
      node.holding.bytes = bytesAfterPowerCut(surviving, tear: tear)
    }
    node.durable = node.holding
    return node
  }

  private static let sector = 512

  private func bytesAfterPowerCut(_ surviving: Set<Int>, tear: (Step) -> Change?) -> [UInt8] {
    var version = durable
    var result = durable.bytes
    for step in steps {
      let torn = step.fate == .durable ? nil : tear(step)
      if let torn {
        var part = Holding(bytes: result)
        part.apply(torn)
        result = part.bytes
      }
      version.apply(step.change)
      guard torn == nil, step.fate == .durable || surviving.contains(step.time) else { continue }
      let new = version.bytes
      // Between the old end and the new one, sectors that weren't written contain zeros.
      result = Array(result.prefix(new.count)) + [UInt8](repeating: 0, count: max(0, new.count - result.count))
      guard case .write(let bytes, let offset) = step.change else { continue }
      let begin = offset / Self.sector * Self.sector
      let end = min(new.count, (offset + bytes.count + Self.sector - 1) / Self.sector * Self.sector)
      result.replaceSubrange(begin..<end, with: new[begin..<end])
    }
    return result
  }
}
