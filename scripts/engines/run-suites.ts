import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packageRoot } from '../../bin/node-runtime.mjs';
import type { EngineName } from './command.ts';
import type { CaseOutcome, SuiteName } from './outcome.ts';

/** Names the engine to the files of `suites`. */
export const engineVariable = 'FOOTNOTE_TESTED_ENGINE';

/** Runs suites on one engine in a Vitest of its own; what it prints goes nowhere, what failed is in the outcome. */
export async function runSuites(
  engine: EngineName,
  suites: readonly SuiteName[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly CaseOutcome[]> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-engines-'));
  const report = join(directory, 'report.json');
  const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(packageRoot, 'scripts', 'engines', 'suites', 'vitest.config.ts');
  const options = ['--config', config, '--reporter=json', `--outputFile=${report}`];
  try {
    const printed = await output([vitest, 'run', ...suites.map((suite) => `${suite}.suite.ts`), ...options], {
      ...process.env,
      ...environment,
      [engineVariable]: engine,
    });
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text !== undefined) return readReport(text, suites);
    return suites.map((suite) => ({
      suite,
      area: '',
      title: 'runs to its end',
      state: 'failed',
      reason: printed,
    }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Both streams of a program of this Node, run to its end; it ends with this process. */
function output(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: packageRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = () => void child.kill('SIGKILL');
    process.once('exit', kill);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text = (text + part).slice(-8192);
      });
    }
    child.once('error', reject);
    child.once('close', () => {
      process.off('exit', kill);
      resolve(text);
    });
  });
}

/** The part of Vitest's JSON report that is read here. */
interface VitestReport {
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    /** Why the file could not be run; empty otherwise. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/**
 * What became of each test, in the order of the report. A file that could not be run, or that is missing, is a test
 * that failed: nobody is to think that it passed.
 */
export function readReport(report: string, suites: readonly SuiteName[]): readonly CaseOutcome[] {
  const { testResults } = JSON.parse(report) as VitestReport;
  return suites.flatMap((suite): readonly CaseOutcome[] => {
    const file = testResults.find(({ name }) => basename(name) === `${suite}.suite.ts`);
    const broken = (reason: string): CaseOutcome => ({
      suite,
      area: '',
      title: 'can be run',
      state: 'failed',
      reason,
    });
    if (!file) return [broken('Vitest did not find its file.')];
    const cases = file.assertionResults.map(
      ({ ancestorTitles, title, status, failureMessages }): CaseOutcome => {
        const area = ancestorTitles.at(-1) ?? '';
        if (status === 'passed') return { suite, area, title, state: 'passed' };
        if (status === 'failed')
          return { suite, area, title, state: 'failed', reason: failureMessages?.join('\n') ?? '' };
        const [, name = title, reason = ''] = /^(.*) \(skipped: (.*)\)$/s.exec(title) ?? [];
        return { suite, area, title: name, state: 'skipped', reason };
      },
    );
    const hasFailed = cases.some(({ state }) => state === 'failed');
    const isBroken = cases.length === 0 || (file.status === 'failed' && !hasFailed);
    return isBroken ? [...cases, broken(file.message || 'It holds no test.')] : cases;
  });
}
