// What a program imports: the modules below, as if they were one.

@_exported public import TypedSettingsCore

#if Files
  @_exported public import TypedSettingsFiles
  @_exported public import TypedSettingsFormats
#endif

#if canImport(Darwin) || UserDefaults
  @_exported public import TypedSettingsUserDefaults
#endif
