internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

/// A file, or a folder of files, that can hold the value of a setting.
struct SettingFile {
  /// The store that reads the file.
  let store: any SettingsStore
  let state: FileSettingsStore.State
  /// A Boolean value that indicates whether writes of the setting change the file.
  let isWritable: Bool
  /// The error if the file has another value in the place of the setting's domain; otherwise `nil`.
  let domainError: SettingsError?

  /// The error if nothing can be read from the file; otherwise `nil`.
  var readError: SettingsError? { if case .unreadable(let error) = state { error } else { nil } }

  /// The error for each write of the setting to the file, or `nil` if the file is writable.
  var writeError: SettingsError? {
    switch state {
    case .unreadable(let error), .newerFormat(let error): isWritable ? error : nil
    case .ready, .missing, .corrupt: nil
    }
  }

  /// The reason why values of the file may be missing, or `nil` if all of them were read.
  var problem: SettingsError? {
    switch state {
    case .unreadable(let error), .corrupt(let error), .newerFormat(let error): error
    case .ready, .missing: nil
    }
  }
}

extension Setting {
  /// The files that can hold the setting's value, in order of precedence.
  var files: [SettingFile] { store.files(of: self, isWritable: true) }
}

extension SettingsStore {
  /// Returns the files of the store that can hold the value of a setting, in order of precedence.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - isWritable: A Boolean value that indicates whether writes of the setting go to the store.
  /// - Returns: The files, including the files of the store's layers.
  fileprivate func files(of setting: any Setting, isWritable: Bool) -> [SettingFile] {
    switch self {
    case let store as FileSettingsStore:
      return [
        SettingFile(
          store: store, state: store.state, isWritable: isWritable, domainError: store.domainError(setting.domain))
      ]
    case let store as ManagedSettingsStore:
      return [
        SettingFile(
          store: store, state: store.state, isWritable: false, domainError: store.domainError(setting.domain))
      ]
    default:
      return sources.flatMap { source in
        // A source can divide the settings among other stores.
        source.store.store(forKey: setting.key, traits: setting.traits)
          .files(of: setting, isWritable: isWritable && source.isWritable)
      }
    }
  }
}

extension ToolSession {
  /// Returns the places from which the layers of a setting's store read its value, with the names of the layers.
  func origins(of setting: any Setting) -> [(layer: String, origin: String)] {
    let aliases = (setting as? any LinkedSetting)?.link.aliases ?? []
    return setting.store.layerOrigins(ofKeys: [setting.key] + aliases).map { ($0.layer ?? "store", $0.origin) }
  }

  /// Returns the place that the value in effect comes from, or the name of its layer.
  func origin(of setting: any Setting) -> String {
    let source = setting.source.text
    return origins(of: setting).first { $0.layer == source }?.origin ?? source
  }

  /// Returns the description of a layer, with the place from which it reads a setting.
  func description(ofLayer name: String, of setting: any Setting) -> String {
    origins(of: setting).first { $0.layer == name }.map { "'\(name)' (\($0.origin))" } ?? "'\(name)'"
  }

  /// Throws an error if a file that can decide the value of a setting can't be read.
  func checkReadable(_ setting: any Setting) throws {
    if let error = setting.files.lazy.compactMap(\.readError).first { throw ToolFailure(error) }
  }

  /// Throws an error if the file that holds a setting can't be written, because it can't be read or has a newer format.
  func checkWritable(_ setting: any Setting) throws {
    if let error = setting.files.lazy.compactMap(\.writeError).first { throw ToolFailure(error) }
  }

  /// Writes warnings about files that weren't read completely, and about stored values that can't be used.
  func warn(about settings: [any Setting]) {
    let problems = settings.flatMap(\.files).compactMap(\.problem) + settings.flatMap(\.issues)
    for problem in problems { messages.warn(about: problem) }
  }
}
