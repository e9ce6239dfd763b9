#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A reader of Apple's binary property list format, version `00`.
///
/// `CFBinaryPList.c` in CoreFoundation defines the format: objects start with a marker byte and refer to each other
/// by number. The reader decodes each object once, regardless of the number of references to it. The objects must not
/// overlap, so the memory for a value is bounded by the number of bytes. Each reference counts toward the limits of a
/// value. The length that references add to the value is limited as well.
package struct BinaryPropertyListReader {
  /// A value with the amounts that each reference to it adds to the limits.
  struct Object {
    var value: SettingsValue
    /// The number of values, including this one.
    var count = 1
    /// The number of nested containers, including this one.
    var height = 0
    /// The number of bytes, counting nested values and keys once for each reference.
    var length = 0
  }

  let bytes: [UInt8]
  private let layout: BinaryPropertyListLayout
  private var budget: ValueBudget
  /// The decoded objects by number.
  private var known: [Object?]
  /// The containers that are being read.
  private var ancestors: [Int] = []
  /// The number of bytes that no object has claimed.
  private var unclaimed: Int

  private init(_ bytes: [UInt8], depth: Int) throws(SettingsError) {
    self.bytes = bytes
    budget = ValueBudget(depth: depth)
    layout = try BinaryPropertyListLayout(bytes)
    known = Array(repeating: nil, count: layout.objectCount)
    unclaimed = layout.objects.count
  }

  /// Returns the value of a binary property list.
  package static func value(of list: Data) throws(SettingsError) -> SettingsValue {
    try value(of: Array(list), depth: 0)
  }

  static func value(of bytes: [UInt8], depth: Int) throws(SettingsError) -> SettingsValue {
    var reader = try BinaryPropertyListReader(bytes, depth: depth)
    return try reader.readObject(reader.layout.root).value.fromPropertyList
  }

  /// Returns an error for a malformed property list.
  func malformed(_ problem: SyntaxProblem, at offset: Int) -> SettingsError {
    .malformed("a binary property list", problem, offset: offset)
  }

  /// Claims bytes for the only object that may contain them.
  mutating func claim(_ count: Int, at start: Int) throws(SettingsError) {
    guard count <= layout.objects.upperBound - start else { throw malformed("an object out of bounds", at: start) }
    unclaimed -= count
    guard unclaimed >= 0 else { throw malformed("overlapping objects", at: start) }
  }
}

extension BinaryPropertyListReader {
  private mutating func readObject(_ number: Int) throws(SettingsError) -> Object {
    if let object = known[number] {
      try budget.check(height: object.height)
      try budget.share(object.length)
      return object
    }
    let entry = layout.objects.upperBound + number * layout.offsetSize
    guard let start = bytes.number(at: entry, size: layout.offsetSize), layout.objects ~= start else {
      throw malformed("an offset out of bounds", at: entry)
    }
    let object =
      switch bytes[start] >> 4 {
      case 0xA, 0xD: try readContainer(number, at: start)
      default: try readScalarObject(at: start)
      }
    known[number] = object
    return object
  }

  /// Reads an object that doesn't refer to other objects; its length is the number of bytes it claims.
  private mutating func readScalarObject(at start: Int) throws(SettingsError) -> Object {
    let unclaimed = unclaimed
    var object = Object(value: try readScalar(at: start))
    object.length = unclaimed - self.unclaimed
    if object.value.isContainer {
      object.count += 1
      object.height = SettingsValue.levelsOfNumber
      try budget.addNumberText(length: object.length)
    }
    return object
  }

  private mutating func readContainer(_ number: Int, at start: Int) throws(SettingsError) -> Object {
    guard !ancestors.contains(number) else { throw malformed("an object that contains itself", at: start) }
    try budget.enter()
    ancestors.append(number)
    let isDictionary = bytes[start] >> 4 == 0xD
    let (count, content) = try readCount(at: start)
    try ValueBudget.check(count: count)
    try claim(count * layout.referenceSize * (isDictionary ? 2 : 1), at: content)
    let object =
      isDictionary ? try readDictionary(of: count, at: content) : try readArray(of: count, at: content)
    ancestors.removeLast()
    budget.leave()
    return object
  }

  private mutating func readArray(of count: Int, at start: Int) throws(SettingsError) -> Object {
    var values: [SettingsValue] = []
    values.reserveCapacity(count)
    var object = Object(value: .null, height: 1)
    for index in 0..<count { values.append(try readPart(of: &object, at: start + index * layout.referenceSize)) }
    object.value = .array(values)
    return object
  }

  private mutating func readDictionary(of count: Int, at start: Int) throws(SettingsError) -> Object {
    var values: [String: SettingsValue] = [:]
    values.reserveCapacity(count)
    var equivalentNames = EquivalentNames()
    var object = Object(value: .null, height: 1)
    for index in 0..<count {
      let reference = start + index * layout.referenceSize
      let name = try readObject(readReference(at: reference))
      guard case .string(let key) = name.value else { throw malformed("a key that isn't a string", at: reference) }
      object.length += name.length
      guard key.isStreamSafe else { throw malformed("a key with too many combining marks", at: reference) }
      let value = try readPart(of: &object, at: reference + count * layout.referenceSize)
      guard equivalentNames.add(value, named: key, to: &values) else {
        throw malformed(.duplicateKey, at: reference)
      }
    }
    let added = try equivalentNames.finish(&values, &budget)
    if added > 0 {
      object.count += added
      object.height += SettingsValue.levelsOfSpellings
      try ValueBudget.check(count: object.count)
    }
    object.value = .dictionary(values)
    return object
  }

  /// Reads the object at a reference and adds its amounts to the container's amounts.
  private mutating func readPart(of container: inout Object, at offset: Int) throws(SettingsError) -> SettingsValue {
    let part = try readObject(readReference(at: offset))
    container.count += part.count
    container.height = max(container.height, part.height + 1)
    container.length += part.length
    try ValueBudget.check(count: container.count)
    return part.value.fromPropertyList
  }

  private func readReference(at offset: Int) throws(SettingsError) -> Int {
    guard let number = bytes.number(at: offset, size: layout.referenceSize), number < layout.objectCount else {
      throw malformed("a reference to a nonexistent object", at: offset)
    }
    return number
  }
}
