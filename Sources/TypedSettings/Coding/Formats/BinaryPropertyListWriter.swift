/// Writes a value as Apple's binary property list, version `00`.
///
/// The same value always gives the same bytes: the keys of a dictionary are sorted by their UTF-8, objects are numbered
/// in the order of `CFBinaryPList.c` in CoreFoundation (a container, then its keys, then its values), and scalars of the
/// same bytes are one object. Null is the string `$null`, as `PropertyListEncoder` has it, and a date that is not finite
/// is a floating-point number.
package struct BinaryPropertyListWriter {
  /// An object, before the size of references is known.
  private enum Object {
    case scalar([UInt8])
    case array([Int])
    /// The numbers of the keys, then those of the values.
    case dictionary([Int])
  }

  private var objects: [Object] = []
  /// The numbers of the scalars.
  private var known: [BinaryPropertyListScalar: Int] = [:]
  private var budget = ValueBudget(depth: 0)

  private init() {}

  /// The binary property list of a value.
  package static func bytes(of value: SettingsValue) throws(SettingsError) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    let root = try writer.add(value)
    return writer.list(root: root)
  }
}

extension BinaryPropertyListWriter {
  /// Adds the objects of a value; returns the number of its own.
  private mutating func add(_ value: SettingsValue) throws(SettingsError) -> Int {
    try budget.add()
    switch value {
    case .array(let values): return try add(values)
    case .dictionary(let values):
      if let number = value.numberText.flatMap({ Int128($0) }) { return try add(BinaryPropertyListScalar(number)) }
      return try add(values)
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date:
      return try add(try BinaryPropertyListScalar(value))
    }
  }

  private mutating func add(_ values: [SettingsValue]) throws(SettingsError) -> Int {
    try budget.enter()
    let number = addPlaceholder()
    var references: [Int] = []
    references.reserveCapacity(values.count)
    for value in values { references.append(try add(value)) }
    objects[number] = .array(references)
    budget.leave()
    return number
  }

  private mutating func add(_ values: [String: SettingsValue]) throws(SettingsError) -> Int {
    try budget.enter()
    let number = addPlaceholder()
    let members = values.documentMembers
    var references: [Int] = []
    references.reserveCapacity(members.count * 2)
    for (key, _) in members {
      guard key.isStreamSafe else { throw .unwritableKey }
      references.append(try add(try BinaryPropertyListScalar(key: key)))
    }
    for (_, value) in members { references.append(try add(value)) }
    objects[number] = .dictionary(references)
    budget.leave()
    return number
  }

  private mutating func add(_ scalar: BinaryPropertyListScalar) throws(SettingsError) -> Int {
    if let number = known[scalar] {
      // The reader counts them too.
      try budget.share(scalar.bytes.count)
      return number
    }
    known[scalar] = objects.count
    objects.append(.scalar(scalar.bytes))
    return objects.count - 1
  }

  /// Takes the number of a container, whose parts have later ones.
  private mutating func addPlaceholder() -> Int {
    objects.append(.array([]))
    return objects.count - 1
  }
}

extension BinaryPropertyListWriter {
  /// The header, the objects, the table of their offsets, and the trailer.
  private func list(root: Int) -> [UInt8] {
    let referenceSize = objects.count.sizeOfCount
    var bytes = BinaryPropertyListLayout.header
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let scalar): bytes += scalar
      case .array(let references):
        bytes.appendMarker(0xA0, count: references.count)
        for reference in references { bytes.append(reference, size: referenceSize) }
      case .dictionary(let references):
        bytes.appendMarker(0xD0, count: references.count / 2)
        for reference in references { bytes.append(reference, size: referenceSize) }
      }
    }
    let table = bytes.count
    let offsetSize = table.sizeOfCount
    for offset in offsets { bytes.append(offset, size: offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, root, table] { bytes.append(number, size: 8) }
    return bytes
  }
}

extension Int {
  /// The bytes for numbers up to this one: one, two, four or eight, the only sizes that every reader has.
  fileprivate var sizeOfCount: Int {
    switch self {
    case 0...0xFF: 1
    case 0...0xFFFF: 2
    case 0...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
