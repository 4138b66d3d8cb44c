import type { Benchmark } from './benchmark.ts';

/** Every speed benchmark by name. Loaded only when it is run, with what it depends on. */
export const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  answer: async () => (await import('./answer.ts')).answerBenchmark,
  engine: async () => (await import('./engine.ts')).engineBenchmark,
  engines: async () => (await import('./engines.ts')).enginesBenchmark,
  embed: async () => (await import('./embed.ts')).embedBenchmark,
  ingest: async () => (await import('./ingest.ts')).ingestBenchmark,
  search: async () => (await import('./search.ts')).searchBenchmark,
  parse: async () => (await import('./parse.ts')).parseBenchmark,
  presets: async () => (await import('./presets.ts')).presetsBenchmark,
};
