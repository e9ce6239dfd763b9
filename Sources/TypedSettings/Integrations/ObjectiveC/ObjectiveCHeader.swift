/// A header that declares the settings of some groups to Objective-C.
///
/// ```swift
/// let header = ObjectiveCHeader(named: "AppSettings", settings, counters)
/// print(header.text)
/// // @protocol AppSettings <NSObject>
/// //
/// // /// Minutes of focused work in one session.
/// // @property (nonatomic) NSInteger sessionLength;
/// ```
///
/// The properties are those that a ``SettingsForwarding`` over the groups answers to, in the order of the declarations.
/// Truth values and numbers are scalars, optional ones `NSNumber`; enumerations have the type of their raw values. What
/// Objective-C has no type or no name for is left out, and a comment in its place says why.
public struct ObjectiveCHeader: Sendable {
  /// What holds the properties.
  public enum Form: Hashable, Sendable {
    /// A protocol of the header's name: what an object of another class is said to have.
    case `protocol`
    /// A class of the header's name, which other code implements.
    case interface(superclass: String)
    /// A category of the header's name on another class.
    case category(of: String)
  }

  /// The name of the protocol, the class or the category; an identifier of C.
  public let name: String

  /// What holds the properties.
  public let form: Form

  /// What is imported beside Foundation, each with its quotation marks or angle brackets.
  public let imports: [String]

  /// The settings that are declared.
  public let forwarding: SettingsForwarding

  /// Makes the header of some groups.
  ///
  /// - Parameters:
  ///   - name: The name of the protocol, the class or the category; an identifier of C.
  ///   - form: What holds the properties.
  ///   - imports: What is imported beside Foundation, such as `"<App/App-Swift.h>"`, where a superclass or the class of
  ///     a category needs it.
  ///   - groups: The groups.
  public init(
    named name: String, form: Form = .protocol, imports: [String] = [], _ groups: any SettingsGroup...
  ) {
    self.init(named: name, form: form, imports: imports, forwarding: SettingsForwarding(groups))
  }

  /// Makes the header of the settings that a forwarding answers for.
  ///
  /// - Parameters:
  ///   - name: The name of the protocol, the class or the category; an identifier of C.
  ///   - form: What holds the properties.
  ///   - imports: What is imported beside Foundation.
  ///   - forwarding: The settings.
  public init(
    named name: String, form: Form = .protocol, imports: [String] = [], forwarding: SettingsForwarding
  ) {
    self.name = name
    self.form = form
    self.imports = imports
    self.forwarding = forwarding
  }

  /// The header, in UTF-8 a file that a compiler of Objective-C or Objective-C++ reads.
  public var text: String {
    let guardName = "TYPED_SETTINGS_\(name)_h"
    let declarations = forwarding.settings.map { name, setting in
      HeaderProperty(path: name, setting: setting, forwarding: forwarding).declaration
    }
    return """
      // Written by ObjectiveCHeader of TypedSettings: change the settings, not this file.

      #ifndef \(guardName)
      #define \(guardName)

      \((["<Foundation/Foundation.h>"] + imports).map { "#import \($0)" }.joined(separator: "\n"))

      NS_ASSUME_NONNULL_BEGIN

      \(([opening] + declarations + ["@end"]).joined(separator: "\n\n"))

      NS_ASSUME_NONNULL_END

      #endif

      """
  }

  private var opening: String {
    switch form {
    case .protocol: "@protocol \(name) <NSObject>"
    case .interface(let superclass): "@interface \(name) : \(superclass)"
    case .category(let type): "@interface \(type) (\(name))"
    }
  }
}
