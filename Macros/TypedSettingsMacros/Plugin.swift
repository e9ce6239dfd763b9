import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct TypedSettingsPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    SettingsGroupMacro.self, PrefMacro.self, PrefAttrMacro.self, ObservedWrapperMacro.self,
    ReadOnlyObservedWrapperMacro.self, UnprojectedObservedWrapperMacro.self,
  ]
}
