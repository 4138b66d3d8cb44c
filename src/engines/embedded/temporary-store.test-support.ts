import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { countsOf, randomVector, spec, write } from '../../../conformance/engine-fixtures.ts';
import { type EmbeddedEngine, embeddedEngine } from './embedded-engine.ts';
import { wordAnalyser as analyser } from './word-analyser.test-support.ts';

const userScript = fileURLToPath(new URL('./store-user.test-support.ts', import.meta.url));

/** A place for a store, another for each test of the file that makes it, with all that the test opens over it. */
export class TemporaryStore {
  directory = '';
  #engines: EmbeddedEngine[] = [];
  #children: ChildProcess[] = [];

  constructor() {
    beforeEach(() => {
      this.directory = mkdtempSync(join(tmpdir(), 'engine-'));
      this.#engines = [];
      this.#children = [];
    });
    afterEach(() => this.#remove());
  }

  get file(): string {
    return join(this.directory, 'footnote.db');
  }

  openEngine(options: { readOnly?: boolean; maxFileBytes?: number } = {}): EmbeddedEngine {
    const engine = embeddedEngine({ file: this.file, analyser, ...options });
    this.#engines.push(engine);
    return engine;
  }

  /** Writes {@link fruits}, closes, and lets `change` loose on the file. */
  async fill(change: (database: DatabaseSync) => void = () => undefined): Promise<void> {
    const engine = this.openEngine();
    await (await engine.open(spec)).write(fruits());
    await engine.close();
    const database = new DatabaseSync(this.file);
    try {
      change(database);
    } finally {
      database.close();
    }
  }

  /** Another process with the store open, answering one line for each command. */
  startUser(mode = 'ordinary'): StoreUser {
    const child = spawn(process.execPath, [userScript, this.file, mode], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    child.stdin.on('error', () => undefined);
    const waiting: ((answer: string) => void)[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
    child.on('exit', () => waiting.splice(0).forEach((resolve) => resolve('gone')));
    return {
      child,
      ask: (command) =>
        new Promise((resolve) => {
          waiting.push(resolve);
          child.stdin.write(`${command}\n`);
        }),
    };
  }

  async #remove(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(this.#engines.map((engine) => engine.close()));
    chmodSync(this.directory, 0o700);
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export interface StoreUser {
  readonly child: ChildProcess;
  /** Sends a command and resolves with its answer; `gone` where the process ended first. */
  ask(command: string): Promise<string>;
}

/** Forty chunks, each with a word that all have and one of its own. */
export function fruits(): readonly ReturnType<typeof write>[] {
  return Array.from({ length: 40 }, (_, ordinal) =>
    write({ ordinal, content: `apple w${ordinal}` }, [randomVector(ordinal)]),
  );
}

/** Chunks of many words: the postings of so many take several pieces, and one search leaves most of them unread. */
export function manyWords(): readonly ReturnType<typeof write>[] {
  return Array.from({ length: 3000 }, (_, ordinal) => {
    const words = Array.from({ length: 60 }, (_, at) => `w${(ordinal * 7 + at * at) % 5000}`);
    return write({ ordinal, content: words.join(' ') });
  });
}

/** All that can be asked of {@link fruits}, to be compared. */
export async function answers(engine: EmbeddedEngine): Promise<unknown> {
  const index = await engine.open(spec);
  return {
    counts: await countsOf(index),
    words: await index.keywords.search({ text: 'apple w7', language: 'en', limit: 100 }),
    vectors: await index.vectors.search({ vector: randomVector(7), limit: 10 }),
  };
}
