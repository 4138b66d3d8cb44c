import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageRoot } from '../../src/files/package-root.ts';
import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';

/** Longest that a test may take: a property that does not hold is tried on until its counterexample is small. */
const testTimeoutMs = 600_000;

/** What became of a test that states a property. */
export interface PropertyTest {
  /** Path from the root of the package. */
  readonly file: string;
  /** With the names of its groups, as `vitest -t` reads it. */
  readonly name: string;
  /** How often its properties were tried. */
  readonly runs: number;
  /** Why it failed: of a property that does not hold seed, path and counterexample. */
  readonly failure: string | undefined;
}

/** How the properties fared with one seed. */
export interface PropertyRound {
  readonly seed: number;
  readonly tests: readonly PropertyTest[];
}

/**
 * Tries the properties of the test files in `folders`, paths from the root of the package, as often in each round as
 * the tests say, with the seeds from `seed` on. It goes on until nothing is left: a test that failed is tried no more.
 */
export async function* tryProperties(
  folders: readonly string[],
  seed: number,
): AsyncGenerator<PropertyRound, void> {
  const patterns = folders.map((folder) => `${folder}/**/*.test.ts`);
  let files = globSync(patterns, { cwd: packageRoot }).filter((file) =>
    readFileSync(join(packageRoot, file), 'utf8').includes("'fast-check'"),
  );
  // The first round finds out which tests state properties.
  let names: readonly string[] = [];
  for (; files.length > 0; seed++) {
    const ran = await runTests(files, names, seed);
    const tests = ran.filter(({ runs, failure }) => runs > 0 || failure !== undefined);
    yield { seed, tests };
    const held = tests.filter(({ failure }) => failure === undefined);
    files = [...new Set(held.map(({ file }) => file))];
    names = held.map(({ name }) => name);
  }
}

/** A pattern for `vitest -t` that the name of a test fits. */
export function patternOf(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** What `vitest --reporter=json` writes. */
interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
      readonly meta: { readonly propertyRuns?: number };
    }[];
  }[];
}

/** Runs the tests of these names, all where there are none. */
function runTests(
  files: readonly string[],
  names: readonly string[],
  seed: number,
): Promise<readonly PropertyTest[]> {
  return inTemporaryFolder(async (folder) => {
    const report = join(folder, 'report.json');
    const options = ['--reporter=json', `--outputFile=${report}`, `--testTimeout=${testTimeoutMs}`];
    const named = names.length > 0 ? [`--testNamePattern=${names.map(patternOf).join('|')}`] : [];
    const child = spawn(
      process.execPath,
      [join(packageRoot, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...named, ...files],
      {
        cwd: packageRoot,
        env: { ...process.env, PROPERTY_SEED: String(seed) },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    await once(child, 'exit');
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
    return testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(packageRoot, name);
      if (assertionResults.length === 0) throw new Error(`${file} cannot be run: ${message}`);
      return assertionResults.map(({ ancestorTitles, title, status, failureMessages, meta }) => ({
        file,
        name: [...ancestorTitles, title].join(' > '),
        runs: meta.propertyRuns ?? 0,
        failure: status === 'failed' ? failureMessages.join('\n') : undefined,
      }));
    });
  });
}
