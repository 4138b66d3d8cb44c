/** One measured figure. */
export interface BenchmarkRow {
  /** What was done, for example `question while ingesting`. */
  readonly case: string;
  /** Who did it: `footnote`, or a peer with its version. */
  readonly system: string;
  /** How much it was done on, in the benchmark's own unit: texts, chunks, … */
  readonly size: number;
  readonly metric: string;
  readonly value: number;
  /** `ms`, `MB`, `texts/s`, `ratio`, … */
  readonly unit: string;
}

export interface BenchmarkOptions {
  /** How much to do it on; empty means the benchmark's own choice. */
  readonly sizes: readonly number[];
  /** Of what it compares only these; empty means all. A benchmark that compares nothing by name takes no notice. */
  readonly systems: readonly string[];
  /** Where all made-up data comes from: the same seed makes the same data. */
  readonly seed: number;
  /** Progress, for a person. */
  readonly log: (line: string) => void;
}

/** A speed benchmark: what `npm run bench -- NAME` runs. */
export interface Benchmark {
  readonly name: string;
  /** One paragraph for the reader of the results: what is measured, on what data, against what. */
  readonly describe: string;
  run(options: BenchmarkOptions): Promise<readonly BenchmarkRow[]>;
}
