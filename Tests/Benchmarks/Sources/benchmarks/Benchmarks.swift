import TypedSettings

/// Measures the library as a client in another module sees it, next to the usual alternatives.
@main
enum Benchmarks {
  static func main() {
    let suite = Suite(options: Options(CommandLine.arguments.dropFirst()))
    UserDefaultsPeer.withTemporaryHome {
      PreferenceContext.$store.withValue(InMemorySettingsStore()) {
        measureReads(suite)
        measureTrackedReads(suite)
        measureWrites(suite)
        measureEdits(suite)
        measureCollections(suite)
        measureSteps(suite)
        measureThreads(suite)
        measureCompositions(suite)
        measureObservers(suite)
        measureCreation(suite)
        measureMemory(suite)
        measureStreams(suite)
        measureCoding(suite)
        measureDocuments(suite)
        measureStoredDocuments(suite)
        measureFiles(suite)
        measureRules(suite)
        measureSynchronization(suite)
      }
    }
  }
}
