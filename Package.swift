// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "swift-typed-settings",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "TypedSettings", targets: ["TypedSettings"]),
    .library(name: "TypedSettingsTesting", targets: ["TypedSettingsTesting"]),
  ],
  traits: [
    .trait(
      name: "Macros",
      description: "The macros, such as @SettingsGroup and @Pref, which need swift-syntax at build time."),
    .trait(
      name: "UserDefaults",
      description: "UserDefaultsSettingsStore, which needs all of Foundation; on Apple's platforms it is always there."),
    .trait(
      name: "OpenCombine",
      description: "Publishers for OpenCombine; on Apple's platforms those for Combine are always there."),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .macro(
      name: "TypedSettingsMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"])),
      ],
      path: "Macros/TypedSettingsMacros"),
    .target(
      name: "TypedSettings",
      dependencies: [
        .target(name: "TypedSettingsMacros", condition: .when(traits: ["Macros"])),
        .product(name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"])),
      ]),
    .target(name: "TypedSettingsTesting", dependencies: ["TypedSettings"]),
    .executableTarget(name: "tour", dependencies: ["TypedSettings"], path: "Examples/Tour"),
    .testTarget(
      name: "TypedSettingsTests",
      dependencies: [
        "TypedSettings", "TypedSettingsTesting",
        .product(name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"])),
      ]),
    .testTarget(
      name: "TypedSettingsMacrosTests",
      dependencies: [
        "TypedSettingsMacros",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),
    .testTarget(
      name: "IntegrationTests", dependencies: ["TypedSettings", "TypedSettingsTesting"],
      path: "Tests/IntegrationTests/Nonisolated"),
    .testTarget(
      name: "MainActorIntegrationTests", dependencies: ["TypedSettings", "TypedSettingsTesting"],
      path: "Tests/IntegrationTests/MainActor",
      swiftSettings: [.unsafeFlags(["-default-isolation", "MainActor"])]),
  ],
  swiftLanguageModes: [.v6]
)

// Warnings are errors where this variable is set (continuous integration); a client's build never sees the flag.
let development = Context.environment["TYPED_SETTINGS_WARNINGS_AS_ERRORS"] != nil

for target in package.targets {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if development { settings.append(.unsafeFlags(["-warnings-as-errors"])) }
  target.swiftSettings = settings
}
