import type { Analyser } from '../../contracts/analyser.ts';
import type { CallOptions, Engine, IndexSpec, SearchIndex, StoredVisitor } from '../../contracts/engine.ts';
import { checkSpec } from '../check-input.ts';
import { completeIndex } from './complete-index.ts';

/** What an engine is completed with. */
export interface CompleteEngineOptions {
  readonly engine: Engine;
  readonly analyser: Analyser;
  /**
   * Makes the engine whose indexes lie beside those of an engine that lacks something; asked once, when needed. Left
   * out for an engine that lacks nothing.
   */
  readonly beside?: (() => Promise<Engine>) | undefined;
}

/** An engine as it is looked through. */
export interface StoredReader {
  /** For messages. */
  readonly place: string;
  /** Whether it lies in the store's own files. */
  readonly isFile: boolean;
  readonly read: ((visit: StoredVisitor, options?: CallOptions) => Promise<void>) | undefined;
}

/** An engine whose indexes lack nothing, whatever the stores behind it can do. */
export class CompleteEngine {
  readonly #options: CompleteEngineOptions;
  #beside: Promise<Engine> | undefined;

  constructor(options: CompleteEngineOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.engine.name;
  }

  /**
   * What can be read of it and of the one beside it, each under the name of its server; undefined for what nobody can
   * look into. See {@link Engine.readStored}.
   */
  async readers(): Promise<readonly StoredReader[]> {
    const beside = await this.#besideEngine();
    return [this.#options.engine, ...(beside ? [beside] : [])].map((engine) => ({
      place: [engine.name, engine.place].filter(Boolean).join(' at '),
      isFile: engine.name === 'embedded',
      read: engine.readStored?.bind(engine),
    }));
  }

  /** See {@link Engine.open}. */
  async open(spec: IndexSpec, options?: CallOptions): Promise<SearchIndex> {
    checkSpec(spec);
    const { engine, analyser } = this.#options;
    const store = await engine.open(spec, options);
    const openBeside = async () => {
      const beside = await this.#besideEngine();
      if (!beside) throw new Error(`the engine ${engine.name} needs another one beside it`);
      return beside.open(spec, options);
    };
    return completeIndex(store, { analyser, engine: engine.name, openBeside });
  }

  /** See {@link Engine.drop}. What lies beside goes last: while it is there, it is clear that there is something. */
  async drop(indexId: string, options?: CallOptions): Promise<void> {
    await this.#options.engine.drop(indexId, options);
    await (await this.#besideEngine())?.drop(indexId, options);
  }

  async close(): Promise<void> {
    await this.#options.engine.close();
    await (await this.#beside?.catch(() => undefined))?.close();
  }

  async #besideEngine(): Promise<Engine | undefined> {
    this.#beside ??= this.#options.beside?.();
    // The next call tries again: what was wrong may be mended by then.
    this.#beside?.catch(() => {
      this.#beside = undefined;
    });
    return this.#beside;
  }
}
