import Foundation
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// A composer of random documents as people write them, with comments in every legal place.
///
/// A comment states the path of the item that it belongs to, or of its container behind which a hyphen follows.
struct DocumentComposer {
  let format: DocumentFormat
  private(set) var text = ""
  private(set) var values: SettingsValue = [:]
  private var generator: SeededGenerator
  private var count = 0
  private let lineBreak: String
  private let unit: String
  private let colon: String
  private let hasTrailingCommas: Bool
  private let hasLeadingCommas: Bool

  /// Spellings that the writer wouldn't use, and their values.
  static let spellings: [DocumentFormat: [(text: String, value: SettingsValue)]] = [
    .json: [
      ("1.50", 1.5), ("1e3", 1000.0), ("12E-1", 1.2), ("true", true), ("null", .null), ("\"\\u0061//\"", "a//"),
      ("\"{ \\\"/*,\"", "{ \"/*,"), ("-7", -7),
    ],
    .xmlPropertyList: [
      ("<integer>0x1F</integer>", 31), ("<real>1.50</real>", 1.5), ("<real> 1e3\t</real>", 1000.0), ("<true />", true),
      ("<string>&#97;&quot;</string>", "a\""), ("<string><![CDATA[<!-- ]]></string>", "<!-- "),
      ("<false></false>", false),
      ("<data>\n\tAQID\n\t</data>", .data(Data([1, 2, 3]))), ("<integer>+7</integer>", 7),
    ],
  ]

  init(_ format: DocumentFormat, using generator: inout SeededGenerator) {
    self.format = format
    lineBreak = ["\n", "\r\n", "\n", "\r"][generator.number(below: 4)]
    unit = ["  ", "\t", "    ", ""][generator.number(below: 4)]
    colon = (format == .json ? [": ", ":", " : ", ":\t"] : ["", " ", "\n", "\n"])[generator.number(below: 4)]
    hasTrailingCommas = generator.number(below: 3) == 0
    hasLeadingCommas = generator.number(below: 8) == 0
    self.generator = generator
    if chance(4) { text += "\u{FEFF}" }
    if format == .xmlPropertyList, chance(2) { text += "<?xml version='1.0' encoding=\"UTF-8\" ?>\(lineBreak)" }
    if chance(2) { text += comment("") + lineBreak }
    if format == .xmlPropertyList {
      if chance(2) { text += "<!DOCTYPE plist PUBLIC \">\" '\">'>\(lineBreak)" }
      text += "<plist version=\"1.0\">" + (chance(4) ? "" : lineBreak)
    }
    values = container("", depth: 3, level: 0, isDictionary: true)
    if format == .xmlPropertyList { text += (chance(4) ? "" : lineBreak) + "</plist>" }
    if chance(3) { text += comment("") }
    if chance(2) { text += lineBreak }
    generator = self.generator
  }

  private mutating func chance(_ bound: Int) -> Bool { generator.number(below: bound) == 0 }

  /// Returns a comment that can be followed by anything.
  private mutating func comment(_ owner: String, isEndOfLine: Bool = false) -> String {
    count += 1
    let noise = ["", " { \"", " ], ", " </dict>", " //", "\(lineBreak) <key>"][generator.number(below: 6)]
    let text = "\(owner)|\(count)\(noise) "
    if format == .xmlPropertyList { return "<!--@\(text)-->" }
    return isEndOfLine && chance(2) ? "//@\(text.replacing(lineBreak, with: ""))" : "/*@\(text)*/"
  }

  private mutating func spaces() -> String { ["", " ", "  "][generator.number(below: 3)] }

  /// Appends a container and returns its value.
  private mutating func container(_ path: String, depth: Int, level: Int, isDictionary: Bool) -> SettingsValue {
    let brackets =
      switch (format, isDictionary) {
      case (.json, true): ("{", "}")
      case (.json, false): ("[", "]")
      case (_, true): ("<dict>", "</dict>")
      case (_, false): ("<array>", "</array>")
      }
    text += brackets.0
    let isOnLines = !chance(4)
    let count = generator.number(below: depth > 2 ? 8 : 5)
    var names = (0..<10).map { "k\($0)" }
    if !chance(3) { names.shuffle(using: &generator) }
    let indentation = String(repeating: unit, count: level + 1)
    var members: [String: SettingsValue] = [:]
    var elements: [SettingsValue] = []
    if isOnLines, chance(5) { text += " " + comment("\(path)/-", isEndOfLine: true) }
    for index in 0..<count {
      let name = isDictionary ? names[index] : "\(index)"
      let item = "\(path)/\(name)"
      start(item, path, indentation, isOnLines: isOnLines, isFirst: index == 0)
      if isDictionary { append(name: name, item, indentation, isOnLines: isOnLines) }
      let value = value(item, depth: depth - 1, level: level + 1)
      members[name] = value
      elements.append(value)
      end(item, isOnLines: isOnLines, isLast: index == count - 1)
    }
    if isOnLines {
      text += lineBreak
      if chance(6) { text += indentation + comment("\(path)/-", isEndOfLine: true) + lineBreak }
      text += String(repeating: unit, count: level)
    } else if count == 0, chance(3) {
      text += " " + comment("\(path)/-") + " "
    }
    text += brackets.1
    return isDictionary ? .dictionary(members) : .array(elements)
  }

  /// Appends what precedes an item.
  private mutating func start(_ item: String, _ path: String, _ indentation: String, isOnLines: Bool, isFirst: Bool) {
    guard isOnLines else {
      if !isFirst { text += " " }
      if format == .json || isFirst, chance(3) { text += comment(item) + spaces() }
      return
    }
    text += lineBreak
    if chance(4) { text += lineBreak }
    if chance(6) { text += indentation + comment("\(path)/-", isEndOfLine: true) + lineBreak + lineBreak }
    let isBehindComma = hasLeadingCommas && format == .json && !isFirst
    while !isBehindComma, chance(3) { text += indentation + comment(item, isEndOfLine: true) + lineBreak }
    text += indentation
    if isBehindComma { text += ", " }
    if chance(8) { text += comment(item) + spaces() }
  }

  private mutating func append(name: String, _ item: String, _ indentation: String, isOnLines: Bool) {
    let isPlain = !chance(6)
    if format == .json {
      text += isPlain ? "\"\(name)\"" : "\"\\u006b\(name.dropFirst())\""
      if chance(10) { text += comment(item, isEndOfLine: true) + lineBreak }
      text += colon
    } else {
      text += isPlain ? "<key>\(name)</key>" : "<key>&#107;\(name.dropFirst())</key>"
      text += colon == "\n" && isOnLines ? lineBreak + indentation : colon == "\n" ? "" : colon
    }
    if chance(10) { text += comment(item) }
  }

  private mutating func value(_ item: String, depth: Int, level: Int) -> SettingsValue {
    if depth > 0, chance(3) { return container(item, depth: depth, level: level, isDictionary: !chance(3)) }
    let spellings = Self.spellings[format] ?? []
    let (spelling, value) = spellings[generator.number(below: spellings.count)]
    text += spelling
    return value
  }

  /// Appends what follows an item.
  private mutating func end(_ item: String, isOnLines: Bool, isLast: Bool) {
    if chance(6) { text += spaces() + comment(item) }
    let isLeading = hasLeadingCommas && isOnLines && format == .json
    if format == .json, isLast ? hasTrailingCommas : !isLeading {
      if isOnLines, chance(12) {
        text += " \(comment(item, isEndOfLine: true))\(lineBreak)  ,"
        return
      }
      text += spaces() + ","
    }
    if isOnLines, chance(4) { text += spaces() + comment(item, isEndOfLine: true) }
  }
}
