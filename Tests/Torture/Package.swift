// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that clients of the library neither resolve nor build it. Without traits, the library is only
// the runtime: swift-syntax is neither fetched nor built.
let package = Package(
  name: "torture",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..", traits: ["Files"])],
  targets: [
    .executableTarget(
      name: "torture",
      dependencies: [.product(name: "TypedSettings", package: "swift-typed-settings")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
