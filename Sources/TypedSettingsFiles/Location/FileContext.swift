internal import TypedSettingsFormats

/// The immutable facts about a settings file that every part of the file engine needs.
struct FileContext: Sendable {
  var location: FileLocation
  let layout: DocumentLayout
  let format: SettingsDocumentFormat
  let system: any FileSystem
  var access = StoreAccess.readWrite

  var names: FileNames { location.names }
  var path: String { location.path }
}
