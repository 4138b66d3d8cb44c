import { useMemo, useSyncExternalStore } from 'react';
import { formatRoute, type OpenSource, parseRoute, type Route } from './route.ts';

/** The current route and the ways to change it. */
export interface Navigation {
  readonly route: Route;
  /** Goes to another page or question; Back returns to this one. */
  readonly navigate: (route: Route) => void;
  /** Says the same page otherwise: Back does not return to how it was said before. */
  readonly rename: (route: Route) => void;
  /** Opens a document beside the page. Moving from one footnote to the next leaves a single step to go back. */
  readonly openSource: (source: OpenSource) => void;
  /** Closes the document; undoes the step that opened it, where the page made that step. */
  readonly closeSource: () => void;
}

/** Follows the address bar. */
export function useRoute(): Navigation {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => {
    const route = parseRoute(hash);
    return {
      route,
      navigate: (next) => go(next, 'push', {}),
      rename: (next) => go(next, 'replace', {}),
      openSource: (source) => go({ ...route, source }, route.source ? 'replace' : 'push', { opened: true }),
      closeSource: () => {
        const state: unknown = window.history.state;
        const isOurStep = typeof state === 'object' && state !== null && 'opened' in state;
        if (isOurStep) window.history.back();
        else go({ ...route, source: undefined }, 'replace', {});
      },
    };
  }, [hash]);
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

/** `pushState` fires no event of its own, so the listeners are told here. */
function go(route: Route, how: 'push' | 'replace', state: object): void {
  const hash = formatRoute(route);
  if (how === 'push') window.history.pushState(state, '', hash);
  else window.history.replaceState({ ...(window.history.state as object | null), ...state }, '', hash);
  for (const listener of listeners) listener();
}
