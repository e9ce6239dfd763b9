// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that clients of the library neither resolve nor build it.
let package = Package(
  name: "large",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..", traits: [.defaults, "Page"])],
  targets: [
    .executableTarget(
      name: "large",
      dependencies: [
        .product(name: "TypedSettings", package: "swift-typed-settings"),
        .product(name: "TypedSettingsPage", package: "swift-typed-settings"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
