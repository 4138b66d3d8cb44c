import './bar.css';
import type { CSSProperties } from 'react';

/** A small bar. Decoration only: the figure always stands beside it. `fraction` is cut off to [0, 1]. */
export function Bar({ fraction }: { readonly fraction: number }) {
  return <span className="bar" style={{ '--fraction': fraction } as CSSProperties} />;
}
