import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineUnderTest } from './engine.ts';
import { answeringTests } from './pipeline-answering.ts';
import { changingTests } from './pipeline-changing.ts';
import { narrowingTests } from './pipeline-narrowing.ts';
import { openPlaces, type PipelinePlaces } from './pipeline-place.ts';
import { wordingPipelineTests } from './pipeline-wording.ts';
import type { TestRunner } from './test-runner.ts';

export interface PipelineConformanceOptions {
  readonly runner: TestRunner;
  /** Of the engine, for the names of the tests: `postgresql`. */
  readonly name: string;
  /**
   * An engine over an empty place of its own. Called once: the tests have a collection each. A Footnote closes the
   * engine that it was opened with; others over the same place come from `reopen`.
   */
  readonly create: () => Promise<EngineUnderTest>;
  /** Tests that this engine cannot pass, by name, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>;
  /** How far a cosine may be off. Default .0001; .002 for vectors that are kept at half precision. */
  readonly cosineTolerance?: number;
}

/** What a test of the suite gets. */
export interface PipelineFixture extends Omit<PipelinePlaces, 'close'> {
  readonly cosineTolerance: number;
  /** A collection that no other test writes to. */
  readonly collection: string;
  /** An empty folder. */
  readonly folder: string;
}

/** The tests of one area by name. A name says what holds. */
export type PipelineTests = Readonly<Record<string, (fixture: PipelineFixture) => Promise<void>>>;

/** All tests of the suite. */
export const pipelineAreas: Readonly<Record<string, PipelineTests>> = {
  answering: answeringTests,
  wording: wordingPipelineTests,
  narrowing: narrowingTests,
  changing: changingTests,
};

/**
 * Registers the tests that the whole of Footnote must pass on an engine: what is ingested, found, answered, refused,
 * changed and removed is the same as on the embedded engine, which stands beside it over the same files.
 */
export function pipelineConformance(options: PipelineConformanceOptions): void {
  const { runner, name, create, skip = {}, cosineTolerance = 1e-4 } = options;
  refuseUnknownSkips(skip);
  const { describe, test } = runner;
  const afterAll = 'afterAll' in runner ? runner.afterAll : runner.after;
  describe(`the pipeline on ${name}`, () => {
    let opened: Promise<PipelinePlaces> | undefined;
    const open = () => (opened ??= create().then((under) => openPlaces(under)));
    afterAll(async () => {
      const places = await opened?.catch(() => undefined);
      await places?.close();
    });
    let collections = 0;
    for (const [area, tests] of Object.entries(pipelineAreas)) {
      describe(area, () => {
        for (const [title, run] of Object.entries(tests)) {
          const reason = skip[title];
          if (reason !== undefined) {
            test.skip(`${title} (skipped: ${reason})`);
            continue;
          }
          test(title, async () => {
            const collection = `of-test-${++collections}`;
            await runPipelineTest(run, await open(), { cosineTolerance, collection });
          });
        }
      });
    }
  });
}

/** Runs one test in a folder of its own. */
export async function runPipelineTest(
  run: PipelineTests[string],
  places: PipelinePlaces,
  options: Pick<PipelineFixture, 'cosineTolerance' | 'collection'>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-pipeline-files-'));
  try {
    await run({ ...places, ...options, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuseUnknownSkips(skip: Readonly<Record<string, string>>): void {
  const names = new Set(Object.values(pipelineAreas).flatMap((tests) => Object.keys(tests)));
  const unknown = Object.keys(skip).filter((name) => !names.has(name));
  if (unknown.length > 0) throw new RangeError(`There is no test named "${unknown.join('", "')}" to skip.`);
}
