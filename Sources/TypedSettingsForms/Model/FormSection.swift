public import TypedSettingsCore

// The parts of a form that don't depend on SwiftUI: the page in a browser has them too, and all platforms test them.

/// A section of a settings form.
package struct FormSection: Identifiable {
  /// A setting with its name, which is a path in a nested group.
  package struct Entry: Identifiable {
    package let id: String
    package let setting: any Setting
  }

  /// The title of the section; `nil` for settings without a section.
  package let title: String?
  package private(set) var entries: [Entry]

  package var id: String? { title }

  /// Returns the sections of a group, in the order of their first settings.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - traits: The traits that exclude a setting.
  /// - Returns: The sections, none of them empty.
  package static func sections(
    of group: some SettingsGroup, excludingTraits traits: SettingsTrait = []
  ) -> [FormSection] {
    let settings = group.allSettings.filter { $0.setting.traits.isDisjoint(with: traits) }
    let groupTitles = titles(ofGroupsIn: settings.filter { $0.setting.section == nil }.map(\.name))
    var sections: [FormSection] = []
    var indices: [String?: Int] = [:]
    for (name, setting) in settings {
      let entry = Entry(id: name, setting: setting)
      let title = setting.section ?? groupTitles[groupPath(in: name)]
      if let index = indices[title] {
        sections[index].entries.append(entry)
      } else {
        indices[title] = sections.endIndex
        sections.append(FormSection(title: title, entries: [entry]))
      }
    }
    return sections
  }

  /// Returns the names of the nested groups in a path such as `goals.dailyHours`, from the outermost inward.
  private static func groupPath(in path: String) -> [Substring] { Array(path.split(separator: ".").dropLast()) }

  /// Returns the titles of the nested groups in paths, by the names of the groups.
  ///
  /// A title has the words of the group's name. If several groups have the same words, each title begins with the words
  /// of the groups around it.
  private static func titles(ofGroupsIn paths: [String]) -> [[Substring]: String] {
    let groups = Set(paths.map(groupPath)).filter { !$0.isEmpty }
    let groupsByWords = Dictionary(grouping: groups) { SettingTitle.words(of: String($0.last ?? "")) }
    return groups.reduce(into: [:]) { titles, group in
      let words = group.map { SettingTitle.words(of: String($0)) }
      let isUnique = words.last.map { groupsByWords[$0]?.count == 1 } ?? true
      titles[group] = isUnique ? words.last : words.joined(separator: " ")
    }
  }
}

/// A namespace for functions that derive display titles from identifiers and values.
package enum FormTitle {
  /// Returns the description of a value, or else the words of its name.
  static func title<Value>(of value: Value) -> String {
    if let value = value as? any CustomStringConvertible { return value.description }
    return SettingTitle.words(of: "\(value)")
  }

  /// Returns the title of a value with a name.
  static func title(ofName name: String) -> String {
    switch name {
    case "true": "On"
    case "false": "Off"
    case .absentValue: "None"
    default: SettingTitle.words(of: name)
    }
  }

  /// Returns the title of a stored value: the words of a name, or else its text.
  package static func title(ofStored value: SettingsValue) -> String {
    switch value {
    case .null: "None"
    case .bool(let value): value ? "On" : "Off"
    case .string(let text): text.isEmpty ? "Empty" : text.isIdentifier ? SettingTitle.words(of: text) : text
    default: FormControl.text(of: value)
    }
  }
}

/// A title of a control in a form.
struct ControlTitle: Hashable, Sendable {
  let text: String
  /// A Boolean value that indicates whether the text is data, such as a key of a dictionary.
  ///
  /// Other text is a key for localization, in which SwiftUI interprets Markdown.
  let isVerbatim: Bool

  init(_ text: String, isVerbatim: Bool = false) {
    self.text = text
    self.isVerbatim = isVerbatim
  }

  /// Creates the title of a choice.
  ///
  /// - Parameters:
  ///   - value: The stored form of the choice.
  ///   - titles: The titles of an enumeration's cases.
  init(ofChoice value: SettingsValue, titles: [SettingsValue: String]) {
    let isText = if case .string(let text) = value { !text.isEmpty && !text.isIdentifier } else { false }
    self.init(titles[value] ?? FormTitle.title(ofStored: value), isVerbatim: isText && titles[value] == nil)
  }
}

extension String {
  /// A Boolean value that indicates whether the text is a name in a program, such as `veryLow`.
  fileprivate var isIdentifier: Bool {
    first?.isLetter ?? false && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

extension Setting {
  /// The first paragraph of the documentation, on one line.
  var documentationSummary: String? {
    guard let text = self.documentation else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.allSatisfy(\.isWhitespace) }
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }
}

/// A setting whose values may be the cases of an enumeration.
protocol EnumeratedSetting: Setting {
  /// The titles of the cases by their stored forms; empty if the type has no cases.
  ///
  /// An optional type has the cases of the type that it wraps.
  var choiceTitles: [SettingsValue: String] { get }
}

extension SettingRecord: EnumeratedSetting {
  var choiceTitles: [SettingsValue: String] {
    let type: Any.Type = (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self
    guard let enumeration = type as? any CaseIterable.Type else { return [:] }
    return titles(of: enumeration)
  }

  private func titles<Case: CaseIterable>(of type: Case.Type) -> [SettingsValue: String] {
    var titles: [SettingsValue: String] = [:]
    for value in type.allCases {
      guard let form = (value as? Value).flatMap(coding.encodedOrNil) else { continue }
      titles[form] = FormTitle.title(of: value)
    }
    return titles
  }
}
