// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who uses the library resolves or builds it. Without traits the library is the
// runtime alone: swift-syntax is neither fetched nor built.
let package = Package(
  name: "torture",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..", traits: [])],
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
