import { type DependencyList, useCallback, useEffect, useReducer, useState } from 'react';
import { type ApiError, asApiError } from './api.ts';

/** Something that is fetched. While it is fetched again, or something else in its place, what was there stays. */
export interface Resource<Value> {
  readonly value: Value | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  /** Fetches once more, after a failure for instance. */
  readonly reload: () => void;
}

interface State<Value> {
  readonly value: Value | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
}

type Action<Value> =
  | { readonly type: 'started' }
  | { readonly type: 'loaded'; readonly value: Value }
  | { readonly type: 'failed'; readonly error: ApiError };

/**
 * Fetches whenever `dependencies` change and drops answers that come too late. `load` returns undefined where there
 * is nothing to fetch.
 */
export function useResource<Value>(
  load: (signal: AbortSignal) => Promise<Value> | undefined,
  dependencies: DependencyList,
): Resource<Value> {
  const [state, dispatch] = useReducer(reduce<Value>, {
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    dispatch({ type: 'started' });
    const pending = load(controller.signal);
    const settle = (action: Action<Value>) => {
      if (!controller.signal.aborted) dispatch(action);
    };
    pending?.then(
      (value) => settle({ type: 'loaded', value }),
      (error: unknown) => settle({ type: 'failed', error: asApiError(error) }),
    );
    return () => controller.abort();
  }, [...dependencies, attempt]);

  const reload = useCallback(() => setAttempt((previous) => previous + 1), []);
  return { ...state, reload };
}

function reduce<Value>(state: State<Value>, action: Action<Value>): State<Value> {
  if (action.type === 'loaded') return { value: action.value, error: undefined, isLoading: false };
  if (action.type === 'failed') return { value: undefined, error: action.error, isLoading: false };
  return { value: state.value, error: undefined, isLoading: true };
}
