// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "swift-typed-settings",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "TypedSettings", targets: ["TypedSettings"]),
    .library(name: "TypedSettingsFormats", targets: ["TypedSettingsFormats"]),
    .library(name: "TypedSettingsForms", targets: ["TypedSettingsForms"]),
    .library(name: "TypedSettingsObjectiveC", targets: ["TypedSettingsObjectiveC"]),
    .library(name: "TypedSettingsTesting", targets: ["TypedSettingsTesting"]),
    .library(name: "TypedSettingsSync", targets: ["TypedSettingsSync"]),
    .library(name: "TypedSettingsFleet", targets: ["TypedSettingsFleet"]),
    .library(name: "TypedSettingsTools", targets: ["TypedSettingsTools"]),
    .library(name: "TypedSettingsPage", targets: ["TypedSettingsPage"]),
  ],
  traits: [
    .trait(
      name: "Macros",
      description: "The macros, such as @SettingsGroup and @Pref, which need swift-syntax at build time."),
    .trait(
      name: "Files",
      description: "FileSettingsStore and ManagedSettingsStore, exports and imports, and the default store on Linux."),
    .trait(
      name: "UserDefaults",
      description: "UserDefaultsSettingsStore, which needs all of Foundation; on Apple's platforms it's always there."),
    .trait(
      name: "OpenCombine",
      description: "Publishers for OpenCombine; on Apple's platforms those for Combine are always there."),
    .trait(
      name: "Etcd",
      description: "EtcdSettingsStore in TypedSettingsFleet, which needs AsyncHTTPClient."),
    .trait(
      name: "Page",
      description: "SettingsPage in TypedSettingsPage, which needs FlyingFox."),
    .default(enabledTraits: ["Macros", "Files"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.27.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  // A program links a module as a whole: the linker drops object files that nothing refers to, but each file with a
  // type has a metadata record that it keeps. Only a module of its own spares a program code that it doesn't use.
  targets: [
    .macro(
      name: "TypedSettingsMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"])),
      ],
      path: "Macros/TypedSettingsMacros"),
    .target(
      name: "TypedSettingsCore",
      dependencies: [
        .target(name: "TypedSettingsMacros", condition: .when(traits: ["Macros"])),
        .product(name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"])),
      ]),
    .target(name: "TypedSettingsFormats", dependencies: ["TypedSettingsCore"]),
    .target(name: "TypedSettingsFiles", dependencies: ["TypedSettingsCore", "TypedSettingsFormats"]),
    .target(name: "TypedSettingsUserDefaults", dependencies: ["TypedSettingsCore"]),
    .target(name: "TypedSettingsForms", dependencies: ["TypedSettingsCore"]),
    .target(name: "TypedSettingsObjectiveC", dependencies: ["TypedSettingsCore", "TypedSettingsUserDefaults"]),
    .target(
      name: "TypedSettings",
      dependencies: [
        "TypedSettingsCore", "TypedSettingsUserDefaults",
        .target(name: "TypedSettingsFormats", condition: .when(traits: ["Files"])),
        .target(name: "TypedSettingsFiles", condition: .when(traits: ["Files"])),
      ]),
    .target(
      name: "TypedSettingsTesting",
      dependencies: ["TypedSettingsCore", "TypedSettingsFormats", "TypedSettingsFiles", "TypedSettingsTools"]),
    .target(name: "TypedSettingsSync", dependencies: ["TypedSettingsCore", "TypedSettingsFiles"]),
    .target(
      name: "TypedSettingsFleet",
      dependencies: [
        "TypedSettingsCore", "TypedSettingsFiles",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Etcd"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Etcd"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Etcd"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Etcd"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Etcd"])),
      ]),
    .target(
      name: "TypedSettingsTools",
      dependencies: ["TypedSettingsCore", "TypedSettingsFormats", "TypedSettingsFiles", "TypedSettingsForms"]),
    .target(
      name: "TypedSettingsPage",
      dependencies: [
        "TypedSettingsCore", "TypedSettingsForms", "TypedSettingsTools",
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Page"])),
      ]),
    .executableTarget(name: "tour", dependencies: ["TypedSettings"], path: "Examples/Tour"),
    .testTarget(
      name: "TypedSettingsTests",
      dependencies: [
        "TypedSettings", "TypedSettingsForms", "TypedSettingsObjectiveC", "TypedSettingsTesting",
        .product(name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"])),
      ]),
    .testTarget(
      name: "TypedSettingsSyncTests", dependencies: ["TypedSettings", "TypedSettingsSync", "TypedSettingsTesting"]),
    .testTarget(
      name: "TypedSettingsFleetTests", dependencies: ["TypedSettings", "TypedSettingsFleet", "TypedSettingsTesting"]),
    .testTarget(
      name: "TypedSettingsToolsTests",
      dependencies: ["TypedSettings", "TypedSettingsForms", "TypedSettingsTesting", "TypedSettingsTools"]),
    .testTarget(
      name: "TypedSettingsPageTests",
      dependencies: ["TypedSettings", "TypedSettingsForms", "TypedSettingsPage", "TypedSettingsTesting"]),
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
      name: "IntegrationTests", dependencies: ["TypedSettings", "TypedSettingsFleet", "TypedSettingsTesting"],
      path: "Tests/IntegrationTests/Nonisolated"),
    .testTarget(
      name: "MainActorIntegrationTests", dependencies: ["TypedSettings", "TypedSettingsFleet", "TypedSettingsTesting"],
      path: "Tests/IntegrationTests/MainActor",
      swiftSettings: [.unsafeFlags(["-default-isolation", "MainActor"])]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-configuration needs the tools of Swift 6.2.
#if compiler(>=6.2)
  package.traits.insert(
    .trait(
      name: "Configuration",
      description: "Providers of swift-configuration as stores, and stores as providers, in TypedSettingsFleet."))
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0")
  ]
  for target in package.targets where target.name.hasPrefix("TypedSettingsFleet") {
    for product in target.isTest ? ["Configuration", "ConfigurationTesting"] : ["Configuration"] {
      target.dependencies.append(
        .product(name: product, package: "swift-configuration", condition: .when(traits: ["Configuration"])))
    }
  }
#endif

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
