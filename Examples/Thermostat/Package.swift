// swift-tools-version: 6.1
import PackageDescription

// A separate package, like a daemon that uses the library.
let library: [Target.Dependency] = [
  .product(name: "TypedSettings", package: "swift-typed-settings"),
  .product(name: "TypedSettingsTools", package: "swift-typed-settings"),
  .product(name: "TypedSettingsPage", package: "swift-typed-settings"),
]

let package = Package(
  name: "thermostat",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..", traits: [.defaults, "Page"])],
  targets: [
    .target(name: "ThermostatSettings", dependencies: library),
    .executableTarget(name: "thermostat", dependencies: ["ThermostatSettings"] + library),
    .testTarget(
      name: "ThermostatTests",
      dependencies: [
        "ThermostatSettings", .product(name: "TypedSettings", package: "swift-typed-settings"),
        .product(name: "TypedSettingsTesting", package: "swift-typed-settings"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
