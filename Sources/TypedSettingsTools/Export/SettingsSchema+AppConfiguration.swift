internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsSchema {
  /// Returns a specification of a domain's settings for the managed configuration of apps, as the AppConfig Community
  /// defines it.
  ///
  /// A device management system shows a form for it, and sends the values to the app, which finds them in its user
  /// defaults under `com.apple.configuration.managed`.
  ///
  /// The format has Boolean values, numbers, strings, dates, and lists of numbers or strings. Settings of other types
  /// are left out, and so are transient settings, the defaults of secret ones, and integers of more than 32 bits in
  /// defaults, bounds and choices.
  ///
  /// - Parameters:
  ///   - domain: The domain of the settings. If the schema doesn't have the domain, the document has no settings.
  ///   - bundleIdentifier: The bundle identifier of the app, or `nil` if it's the domain.
  ///   - version: The version of the specification, which is an integer from 1 to 99999. It isn't checked.
  ///   - locale: The language of titles and documentation.
  /// - Returns: An XML document. The same declarations always produce the same bytes.
  public func appConfiguration(
    ofDomain domain: String, bundleIdentifier: String? = nil, version: String = "1", locale: String = "en-US"
  ) -> Data {
    let own = entries.filter { $0.key.domain == domain && $0.isStored && $0.appConfigurationType != nil }
    var groups: [(section: String?, fields: [XMLElement])] = []
    for entry in own {
      let field = entry.appConfigurationField(locale)
      if let index = groups.firstIndex(where: { $0.section == entry.section }) {
        groups[index].fields.append(field)
      } else {
        groups.append((entry.section, [field]))
      }
    }
    let presentation = groups.flatMap { section, fields -> [XMLElement] in
      guard let section else { return fields }
      return [XMLElement("fieldGroup", children: [.localized("name", section, locale)] + fields)]
    }
    let root = XMLElement(
      "managedAppConfiguration",
      children: [
        XMLElement("version", text: version), XMLElement("bundleId", text: bundleIdentifier ?? domain),
        XMLElement("dict", children: own.map(\.appConfigurationEntry)),
        XMLElement("presentation", ["defaultLocale": locale], children: presentation),
      ])
    return Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(root.text(indentation: ""))".utf8)
  }
}

extension SettingsSchema.Entry {
  /// The name of the type in a specification, or `nil` if it has none.
  fileprivate var appConfigurationType: String? {
    switch propertyListType {
    case .boolean: return "boolean"
    case .integer: return "integer"
    case .real: return "float"
    case .string: return "string"
    case .array:
      guard case .array(let element) = form.unwrapped else { return nil }
      switch element.propertyListType {
      case .string: return "stringArray"
      case .integer: return "integerArray"
      case .real: return "floatArray"
      default: return nil
      }
    case .date: return "date"
    case .data, .dictionary, nil: return nil
    }
  }

  fileprivate var appConfigurationEntry: XMLElement {
    var children: [XMLElement] = []
    let values = propertyListDefault.map { $0.isScalar ? [$0] : $0.list } ?? []
    let texts = values.compactMap(\.appConfigurationText)
    if !texts.isEmpty, texts.count == values.count { children.append(.list("defaultValue", texts)) }
    // No setting has to be managed.
    var attributes = ["nullable": "true"]
    attributes["min"] = bounds.minimum?.appConfigurationText
    attributes["max"] = bounds.maximum?.appConfigurationText
    attributes["pattern"] = portablePattern
    let choices = listedChoices
    let lists = choices.isEmpty ? [] : [XMLElement.list("values", choices.compactMap(\.appConfigurationText))]
    children.append(XMLElement("constraint", attributes, children: lists))
    return XMLElement(appConfigurationType ?? "string", ["keyName": key.name], children: children)
  }

  fileprivate func appConfigurationField(_ locale: String) -> XMLElement {
    let choices = listedChoices
    let type =
      switch propertyListType {
      case .boolean: "checkbox"
      case .array: choices.isEmpty ? "list" : "multiselect"
      case .date: "datetime"
      default: choices.isEmpty ? "input" : "select"
      }
    var children: [XMLElement] = [.localized("label", displayTitle, locale)]
    let notes = [documentation, deprecation.map { "Deprecated: \($0)" }].compactMap(\.self)
    if !notes.isEmpty { children.append(.localized("description", notes.joined(separator: "\n\n"), locale)) }
    if !choices.isEmpty {
      let options = choices.map { choice in
        XMLElement("option", ["value": choice.typedText], children: [.language(Self.title(ofChoice: choice), locale)])
      }
      children.append(XMLElement("options", children: options))
    }
    return XMLElement("field", ["keyName": key.name, "type": type], children: children)
  }

  /// The choices of a string, a number or the elements of a list; none if the format can't represent all of them.
  private var listedChoices: [SettingsValue] {
    if propertyListType == .boolean || propertyListType == .date { return [] }
    var values = (choices ?? []).filter { !$0.isNull && $0.isScalar }
    if case .array(.choices(let elements, _)) = form.unwrapped { values = elements }
    return values.allSatisfy { $0.appConfigurationText != nil } ? values : []
  }
}

extension SettingsValue {
  /// The text of a scalar, or `nil` if the format can't represent it: its integers have 32 bits.
  fileprivate var appConfigurationText: String? {
    switch self {
    case .integer(let number): Int32(exactly: number).map { "\($0)" }
    case .unsigned(let number): Int32(exactly: number).map { "\($0)" }
    case .double(let number): number.isFinite ? typedText : nil
    case .date(let date): TimestampText.text(of: date)
    case .bool, .string: typedText
    case .null, .data, .array, .dictionary: nil
    }
  }
}

/// An element of an XML document.
private struct XMLElement {
  let name: String
  let attributes: [String: String]
  let children: [XMLElement]
  let content: String?

  init(_ name: String, _ attributes: [String: String] = [:], children: [XMLElement]) {
    (self.name, self.attributes, self.children, content) = (name, attributes, children, nil)
  }

  init(_ name: String, _ attributes: [String: String] = [:], text: String) {
    (self.name, self.attributes, children, content) = (name, attributes, [], text)
  }

  static func language(_ text: String, _ locale: String) -> XMLElement {
    XMLElement("language", ["value": locale], text: text)
  }

  static func localized(_ name: String, _ text: String, _ locale: String) -> XMLElement {
    XMLElement(name, children: [language(text, locale)])
  }

  static func list(_ name: String, _ values: [String]) -> XMLElement {
    XMLElement(name, children: values.map { XMLElement("value", text: $0) })
  }

  func text(indentation: String) -> String {
    let list = attributes.sorted { $0.key < $1.key }.map { name, value in
      " \(name)=\"\(Self.escaped(value, isAttribute: true))\""
    }.joined()
    if let content { return "\(indentation)<\(name)\(list)>\(Self.escaped(content))</\(name)>\n" }
    if children.isEmpty { return "\(indentation)<\(name)\(list)/>\n" }
    let inner = children.map { $0.text(indentation: indentation + "  ") }.joined()
    return "\(indentation)<\(name)\(list)>\n\(inner)\(indentation)</\(name)>\n"
  }

  /// Returns text in which no character ends an element or an attribute; XML forbids most control characters.
  private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A reader replaces a carriage return, and in an attribute each of these, with another character.
      case "\r": result += "&#13;"
      case "\n", "\t":
        if isAttribute { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) } else { result += "\u{FFFD}" }
      }
    }
    return result
  }
}
