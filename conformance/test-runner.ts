/** The functions that a suite registers its tests with: the module `vitest` is one, `node:test` is, and so is Jest. */
export type TestRunner = {
  readonly describe: (name: string, register: () => void) => unknown;
  readonly test: ((name: string, run: () => Promise<void>) => unknown) & {
    readonly skip: (name: string) => unknown;
  };
} & ({ readonly afterAll: AfterAll } | { readonly after: AfterAll });

/** Called inside `describe`. */
type AfterAll = (run: () => Promise<void>) => unknown;
