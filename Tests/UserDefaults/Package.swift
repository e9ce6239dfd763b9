// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that the library can be built with the trait UserDefaults and without swift-syntax.
let package = Package(
  name: "user-defaults",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..", traits: ["UserDefaults"])],
  targets: [
    .executableTarget(
      name: "worker",
      dependencies: [.product(name: "TypedSettings", package: "swift-typed-settings")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
