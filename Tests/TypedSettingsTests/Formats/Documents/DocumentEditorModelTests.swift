import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

extension SettingsValue {
  fileprivate var isDictionary: Bool { if case .dictionary = self { true } else { false } }
}

/// Random documents with comments, changed by the store and by an editor in turn.
///
/// `DOCUMENTS=1000 swift test --filter DocumentEditorModelTests` tries as many of each format; by default, it's 250.
struct DocumentEditorModelTests {
  /// A document and the values that it must have.
  private struct Subject {
    var model: DocumentModel
    var values: SettingsValue
    var history: [String]

    var format: DocumentFormat { model.format }
    var text: String { String(decoding: model.bytes, as: UTF8.self) }

    init(_ format: DocumentFormat, using generator: inout SeededGenerator) {
      let composer = DocumentComposer(format, using: &generator)
      model = DocumentModel(Array(composer.text.utf8), format)
      values = composer.values
      history = [composer.text]
    }

    mutating func replace(_ bytes: [UInt8], _ values: SettingsValue) {
      model = DocumentModel(bytes, format)
      self.values = values
      history.append(text)
    }
  }

  /// Returns a tree with another value at a path.
  private static func setting(_ value: SettingsValue?, at path: [Substring], in tree: SettingsValue) -> SettingsValue {
    guard let name = path.first else { return value ?? tree }
    let rest = Array(path.dropFirst())
    switch tree {
    case .dictionary(var members):
      members[String(name)] = rest.isEmpty ? value : members[String(name)].map { setting(value, at: rest, in: $0) }
      return .dictionary(members)
    case .array(var elements):
      guard let index = Int(name) else { return tree }
      if let value {
        if index == elements.count { elements.append(value) }
        elements[index] = setting(value, at: rest, in: elements[index])
      } else if rest.isEmpty {
        elements.remove(at: index)
      } else {
        elements[index] = setting(nil, at: rest, in: elements[index])
      }
      return .array(elements)
    default: return tree
    }
  }

  /// Returns the changes that set or remove a value at a path, as deep as dictionaries go, or only at the first level.
  private static func changes(
    _ value: SettingsValue?, at path: [Substring], from old: SettingsValue, to new: SettingsValue, isDeep: Bool
  ) -> [String: DocumentChange] {
    let name = String(path[0])
    guard case .dictionary(let members) = new, case .dictionary(let oldMembers) = old else { return [:] }
    if path.count == 1 { return [name: .value(value)] }
    if isDeep, let old = oldMembers[name], old.isDictionary, let inner = members[name] {
      return [name: .members(changes(value, at: Array(path.dropFirst()), from: old, to: inner, isDeep: true))]
    }
    return [name: .value(members[name])]
  }

  /// Sets or removes the value at a path, and checks every byte.
  private func change(
    _ subject: inout Subject, _ path: String, _ value: SettingsValue?, isDeep: Bool
  ) throws {
    let (old, steps) = (subject.model, path.split(separator: "/"))
    let values = Self.setting(value, at: steps, in: subject.values)
    let changes = Self.changes(value, at: steps, from: subject.values, to: values, isDeep: isDeep)
    let edited = old.format.edited(old.bytes, applying: changes)
    let bytes = try #require(edited, "\(path) = \(String(describing: value))\n\(subject.text)")
    subject.replace(bytes, values)
    let history = subject.history
    func what() -> Comment {
      "\(path) = \(String(describing: value))\n\(history.suffix(2).joined(separator: "\n----\n"))"
    }
    try #require(try old.format.value(of: bytes).withoutNotation == values, what())
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let outer = try old.container(parent) ?? #require(old.container(""), what())
    func isOwn(_ text: String, _ includesItem: Bool) -> Bool {
      text.contains("@\(path)/") || includesItem && text.contains("@\(path)|")
    }
    var gone: [String] = []
    var isFree: (String) -> Bool = { _ in false }
    switch (old.item(path), value) {
    case (nil, nil): try #require(bytes == old.bytes, what())
    case (nil, _):
      if old.container(parent) == nil, let item = old.item(parent) {
        try #require(old.isSame(bytes, except: item.value), what())
      } else {
        try #require(old.isSame(bytes, insertingInto: outer), what())
      }
    case (let item?, nil):
      try #require(old.isSame(bytes, removing: item, from: outer) { isOwn($0, true) }, what())
      gone = old.comments.map(\.text).filter { isOwn($0, true) }
      if old.format == .json, let new = subject.model.container(parent), !new.items.isEmpty {
        try #require(new.hasTrailingComma == outer.hasTrailingComma, what())
      }
    case (let item?, _):
      try #require(old.isSame(bytes, except: item.value), what())
      gone = old.comments.map(\.text).filter { isOwn($0, false) }
      if case .dictionary(let members)? = value, old.container(path)?.isDictionary == true {
        // The comments of a dictionary, and of the names that are still there, stay.
        let names = members.keys + ["-"]
        gone.removeAll { text in names.contains { text.contains("@\(path)/\($0)|") } }
        isFree = { text in names.contains { text.contains("@\(path)/\($0)/") } }
      }
    }
    let kept = old.comments.map(\.text).filter { !gone.contains($0) && !isFree($0) }
    try #require(subject.model.comments.map(\.text).filter { !isFree($0) } == kept, what())
  }

  /// Changes the text as a person does.
  private func edit(_ subject: inout Subject, using generator: inout SeededGenerator) {
    let (model, items) = (subject.model, subject.model.items)
    guard !items.isEmpty else { return }
    let item = items[generator.number(below: items.count)]
    let lineBreak = model.bytes.contains(0x0D) ? model.bytes.contains(0x0A) ? "\r\n" : "\r" : "\n"
    var lineStart = item.start
    while lineStart > 0, [0x20, 0x09].contains(model.bytes[lineStart - 1]) { lineStart -= 1 }
    let isAtLineStart = lineStart > 0 && [0x0A, 0x0D].contains(model.bytes[lineStart - 1])
    var (bytes, values) = (model.bytes, subject.values)
    let spellings = DocumentComposer.spellings[model.format] ?? []
    switch generator.number(below: 4) {
    case 0 where isAtLineStart:
      let owner = "\(item.path)|\(generator.next())"
      let comment = model.format == .json ? "/*@\(owner)*/" : "<!--@\(owner)-->"
      bytes.insert(contentsOf: (comment + lineBreak).utf8, at: lineStart)
    case 1 where isAtLineStart && bytes[lineStart...].first != UInt8(ascii: ","):
      let hasComments = model.comments.contains {
        $0.text.contains("@\(item.path)|") && $0.range.upperBound < item.start
      }
      if !hasComments { bytes.insert(contentsOf: lineBreak.utf8, at: lineStart) }
    default:
      guard model.container(item.path) == nil else { return }
      let (spelling, value) = spellings[generator.number(below: spellings.count)]
      bytes.replaceSubrange(item.value, with: spelling.utf8)
      values = Self.setting(value, at: item.path.split(separator: "/"), in: values)
    }
    subject.replace(bytes, values)
  }

  private func run(_ format: DocumentFormat, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var subject = Subject(format, using: &generator)
    try #require(try format.value(of: subject.model.bytes).withoutNotation == subject.values, "\(subject.text)")
    for round in 0..<8 {
      let isDeep = generator.number(below: 2) == 0
      let number = SettingsValue.integer(Int64(1_000 + round))
      let value: SettingsValue = [number, ["x": [number, [:]], "y": "<&>"], "\(number)"][generator.number(below: 3)]
      let (items, containers) = (subject.model.items, subject.model.containers)
      let item = items.isEmpty ? nil : items[generator.number(below: items.count)]
      switch generator.number(below: 3) {
      case 0:
        // Comments in an array state the index that they had in the beginning.
        let outer = item.flatMap { item in containers.first { $0.items.contains { $0.path == item.path } } }
        if let item, let outer, outer.isDictionary || outer.items.last?.path == item.path {
          try change(&subject, item.path, nil, isDeep: isDeep)
        }
      case 1:
        if let item { try change(&subject, item.path, value, isDeep: isDeep) }
      default:
        let container = containers.isEmpty ? nil : containers[generator.number(below: containers.count)]
        let name = container.map { $0.isDictionary ? "k\(generator.number(below: 15))" : "\($0.items.count)" } ?? "k1"
        try change(&subject, "\(container?.path ?? "")/\(name)", value, isDeep: isDeep)
      }
      edit(&subject, using: &generator)
    }
    // A comment that has moved to another name would be removed with that one.
    while let item = subject.model.container("")?.items.randomElement(using: &generator) {
      try change(&subject, item.path, nil, isDeep: true)
    }
    #expect(subject.values == [:])
  }

  private static let seeds = 0..<(ProcessInfo.processInfo.environment["DOCUMENTS"].flatMap { Int($0) } ?? 120)

  @Test(arguments: seeds) func `a change of JSON leaves every other byte and comment as it is`(seed: Int) throws {
    try run(.json, seed: seed)
  }

  @Test(arguments: seeds)
  func `a change of a property list leaves every other byte and comment as it is`(seed: Int) throws {
    try run(.xmlPropertyList, seed: seed)
  }
}
