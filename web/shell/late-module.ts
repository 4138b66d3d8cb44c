import { useEffect, useState } from 'react';

/** A part of the code that is loaded behind what is shown: the page is read as well without. */
export interface LateModule<Module> {
  /** The module once it is there; whatever asks with this hook is rendered again by then. */
  readonly useModule: () => Module | undefined;
  /** The same for what is called while such a component is rendered. */
  readonly now: () => Module | undefined;
}

/**
 * Loads a module when a component first asks for it.
 * @example const formulas = lateModule(() => import('./show-formula.ts'));
 */
export function lateModule<Module>(load: () => Promise<Module>): LateModule<Module> {
  let loaded: Module | undefined;
  const now = () => loaded;
  const useModule = () => {
    const [isLoaded, setLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      if (isLoaded) return;
      load().then(
        (module) => {
          loaded = module;
          setLoaded(true);
          return undefined;
        },
        () => undefined,
      );
    }, [isLoaded]);
    return loaded;
  };
  return { useModule, now };
}
