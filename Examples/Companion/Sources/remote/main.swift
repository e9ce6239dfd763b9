import Companion

try await Remote(Options(device: "remote")).run()
