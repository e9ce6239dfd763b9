import Companion

do {
  try await Remote(Options(device: "remote")).run()
} catch {
  stop(because: error)
}
