import { type DependencyList, useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from './api.ts';

interface State<Value> {
  readonly value: Value | undefined;
  readonly error: ApiError | undefined;
}

/** Something that is fetched. While it is fetched again, or something else in its place, what was there stays. */
export interface Resource<Value> extends State<Value> {
  /** Fetches once more, after a failure for instance; where that fails too, what was there stays. */
  readonly reload: () => void;
}

/** Fetches whenever `dependencies` change and drops answers that come too late. */
export function useResource<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: DependencyList,
): Resource<Value> {
  const [state, setState] = useState<State<Value>>({ value: undefined, error: undefined });
  const request = useRef<AbortController>(undefined);

  const fetchNow = ({ isSame }: { readonly isSame: boolean }) => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    const settle = (settled: (before: State<Value>) => State<Value>) => {
      if (!signal.aborted) setState(settled);
    };
    settle(({ value }) => ({ value, error: undefined }));
    load(signal).then(
      (value) => settle(() => ({ value, error: undefined })),
      (error: unknown) =>
        settle(({ value }) => ({ value: isSame ? value : undefined, error: asApiError(error) })),
    );
  };
  useEffect(() => {
    fetchNow({ isSame: false });
    return () => request.current?.abort();
  }, dependencies);

  return { ...state, reload: () => fetchNow({ isSame: true }) };
}
