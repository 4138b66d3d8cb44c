import { type DependencyList, useCallback, useEffect, useState } from 'react';
import { type ApiError, asApiError } from './api.ts';

interface State<Value> {
  readonly value: Value | undefined;
  readonly error: ApiError | undefined;
}

/** Something that is fetched. While it is fetched again, or something else in its place, what was there stays. */
export interface Resource<Value> extends State<Value> {
  /** Fetches once more, after a failure for instance. */
  readonly reload: () => void;
}

/** Fetches whenever `dependencies` change and drops answers that come too late. */
export function useResource<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: DependencyList,
): Resource<Value> {
  const [state, setState] = useState<State<Value>>({ value: undefined, error: undefined });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const settle = (settled: State<Value>) => {
      if (!controller.signal.aborted) setState(settled);
    };
    setState(({ value }) => ({ value, error: undefined }));
    load(controller.signal).then(
      (value) => settle({ value, error: undefined }),
      (error: unknown) => settle({ value: undefined, error: asApiError(error) }),
    );
    return () => controller.abort();
  }, [...dependencies, attempt]);

  const reload = useCallback(() => setAttempt((previous) => previous + 1), []);
  return { ...state, reload };
}
