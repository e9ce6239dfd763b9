// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that the library can be built with the trait OpenCombine and without swift-syntax.
let package = Package(
  name: "combine",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-typed-settings", path: "../..", traits: ["OpenCombine"]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "client",
      dependencies: [
        .product(name: "TypedSettings", package: "swift-typed-settings"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
