public import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsSchema {
  /// Returns the files of a `Settings.bundle`, with which the Settings app of iOS shows an app's settings.
  ///
  /// ```swift
  /// let schema = SettingsSchema(of: settings)
  /// for (name, contents) in try schema.settingsBundle() {
  ///   try contents.write(to: URL(filePath: "App/Settings.bundle/\(name)"))
  /// }
  /// ```
  ///
  /// The Settings app writes the user defaults of the app, which a `UserDefaultsSettingsStore` follows. A Boolean
  /// setting is a switch, one with choices a list, a number with two bounds a slider, and any other number or string a
  /// text field. A section is a group, and a nested group a pane of its own.
  ///
  /// Left out are settings of other types, optional ones that aren't strings or numbers, transient ones, and secret
  /// ones, which user defaults keep in plain text.
  ///
  /// - Returns: The property lists by file name, among them `Root.plist`. The same declarations always produce the same
  ///   bytes.
  /// - Throws: `SettingsError` if a property list can't represent a default.
  public func settingsBundle() throws(SettingsError) -> [String: Data] {
    var bundle = SettingsBundle()
    var known: Set<String> = []
    // User defaults have no domains, so the first setting with a key is the setting of the bundle.
    for entry in entries where entry.isStored && !entry.isSecret && known.insert(entry.key.name).inserted {
      bundle.append(entry)
    }
    var files: [String: Data] = [:]
    for (name, pane) in bundle.panes {
      let contents: SettingsValue = [
        "StringsTable": .string(name), "PreferenceSpecifiers": .array(pane.specifiers.map(SettingsValue.dictionary)),
      ]
      files["\(name).plist"] = Data(try DocumentFormat.xmlPropertyList.bytes(of: contents))
    }
    return files
  }
}

/// The panes of a settings bundle.
private struct SettingsBundle {
  struct Pane {
    var specifiers: [[String: SettingsValue]] = []
    /// The title of the current group; `nil` before the first one, and after a group that can't be continued.
    var section: String?? = .some(nil)
  }

  static let root = "Root"

  /// The panes by file name.
  var panes: [String: Pane] = [root: Pane()]

  /// Appends a setting to the pane of its group.
  mutating func append(_ entry: SettingsSchema.Entry) {
    let specifiers = entry.specifiers
    guard let last = specifiers.last else { return }
    let name = pane(of: entry.name.split(separator: ".").dropLast().map(String.init))
    var pane = panes[name] ?? Pane()
    if specifiers.count > 1 {
      // A slider has no title, so it's in a group with the title.
      pane.specifiers += specifiers
      pane.section = .none
    } else {
      if pane.section != .some(entry.section) {
        pane.specifiers.append(SettingsBundle.group(entry.section))
        pane.section = .some(entry.section)
      }
      pane.specifiers.append(last)
    }
    panes[name] = pane
  }

  /// Returns the file name of the pane of a nested group, which is made and linked if necessary.
  private mutating func pane(of path: [String]) -> String {
    guard let last = path.last else { return Self.root }
    let parent = pane(of: path.dropLast())
    let name = path.joined(separator: "-")
    if panes[name] == nil {
      panes[name] = Pane()
      let link: [String: SettingsValue] = [
        "Type": "PSChildPaneSpecifier", "Title": .string(SettingsSchema.Entry.words(of: last)), "File": .string(name),
      ]
      panes[parent]?.specifiers.append(link)
    }
    return name
  }

  static func group(_ title: String?) -> [String: SettingsValue] {
    var members: [String: SettingsValue] = ["Type": "PSGroupSpecifier"]
    members["Title"] = title?.settingsValue
    return members
  }
}

extension SettingsSchema.Entry {
  /// The specifier of the setting, after its group's specifier if it needs one; empty if the setting can't be shown.
  fileprivate var specifiers: [[String: SettingsValue]] {
    guard let type = propertyListType else { return [] }
    let value = propertyListDefault
    var members: [String: SettingsValue] = ["Key": .string(key.name), "Title": .string(displayTitle)]
    members["DefaultValue"] = value
    switch type {
    case .boolean where value != nil: members["Type"] = "PSToggleSwitchSpecifier"
    case .integer, .real, .string:
      if let choices, value != nil, choices.allSatisfy({ type.converted($0) != nil }) {
        members["Type"] = "PSMultiValueSpecifier"
        members["Values"] = .array(choices.compactMap(type.converted))
        members["Titles"] = choices.map(Self.title).settingsValue
      } else if type == .real, value != nil, let minimum = bounds.minimum, let maximum = bounds.maximum {
        members["Title"] = nil
        members["Type"] = "PSSliderSpecifier"
        members["MinimumValue"] = minimum
        members["MaximumValue"] = maximum
        return [SettingsBundle.group(displayTitle), members]
      } else {
        members["Type"] = "PSTextFieldSpecifier"
        // A number in a text field is stored as a string, which the setting converts.
        members["DefaultValue"] = value.map { .string($0.typedText) }
        members["KeyboardType"] = .string(keyboard(for: type))
        members["AutocapitalizationType"] = "None"
        members["AutocorrectionType"] = "No"
      }
    case .boolean, .date, .data, .array, .dictionary: return []
    }
    return [members]
  }

  private func keyboard(for type: PropertyListType) -> String {
    switch form.unwrapped {
    case .integer(.integer(let minimum), _) where minimum >= 0: "NumberPad"
    case .string(.url): "URL"
    default: type == .string ? "Alphabet" : "NumbersAndPunctuation"
    }
  }
}
