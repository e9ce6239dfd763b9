// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that clients of the library neither resolve nor build it.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..")],
  targets: [
    .target(name: "CBenchmarkSupport"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CBenchmarkSupport",
        .product(name: "TypedSettings", package: "swift-typed-settings"),
        .product(name: "TypedSettingsSync", package: "swift-typed-settings"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
