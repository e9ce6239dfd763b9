/// The part of a header that declares one setting.
struct HeaderProperty {
  /// The name of the setting, with the path to it if it is nested.
  let path: String
  let setting: any Setting
  let forwarding: SettingsForwarding

  /// The declaration with its documentation, or a comment that says why there is none.
  var declaration: String {
    guard forwarding.setting(forKey: setting.name) === setting else {
      return leftOut("another setting has the name '\(setting.name)'")
    }
    guard let type = ObjectiveCType(setting.valueType) else {
      return leftOut("Objective-C has no type for '\(setting.valueType)'")
    }
    if let problem = ObjectiveCName(setting.name).problem { return leftOut(problem) }
    return (documentation + [property(of: type)] + [familyNote(of: type)].compactMap { $0 })
      .joined(separator: "\n")
  }

  private func leftOut(_ reason: String) -> String { HeaderComment("'\(path)' is left out: \(reason).").lines("//") }

  private var documentation: [String] {
    guard let text = setting.attributes.documentation, !text.isEmpty else { return [] }
    return [HeaderComment(text).lines("///")]
  }

  private func property(of type: ObjectiveCType) -> String {
    let names = SelectorNames(property: setting.name)
    var attributes = ["nonatomic"]
    if type.isObject { attributes.append("copy") }
    if type.isNullable { attributes.append("nullable") }
    let name = declaredName
    if let getter = names.truthGetter, forwarding.target(of: getter)?.setting === setting {
      attributes.append("getter=\(getter)")
    } else if name != setting.name {
      attributes.append("getter=\(names.getter)")
    }
    if forwarding.target(of: names.setter)?.setting !== setting {
      attributes.append("readonly")
    } else if name != setting.name || names.setter != names.compiledSetter {
      attributes.append("setter=\(names.setter)")
    }
    let declaration = type.declaration
    let space = declaration.hasSuffix("*") ? "" : " "
    return "@property (\(attributes.joined(separator: ", "))) \(declaration)\(space)\(name);"
  }

  /// The name, with something after it if it is a word of the language.
  private var declaredName: String {
    guard ObjectiveCName(setting.name).isKeyword else { return setting.name }
    var name = setting.name + "_"
    while forwarding.setting(forKey: name) != nil { name += "_" }
    return name
  }

  /// A getter by the name of which a compiler would take it for one that gives its object away.
  private func familyNote(of type: ObjectiveCType) -> String? {
    guard type.isObject, ObjectiveCName(setting.name).belongsToFamily else { return nil }
    let nullable = type.isNullable ? "nullable " : ""
    return "- (\(nullable)\(type.declaration))\(setting.name) __attribute__((objc_method_family(none)));"
  }
}
