import './bar.css';

/** A small bar. Decoration only: the figure always stands beside it. `fraction` is cut off to [0, 1]. */
export function Bar({ fraction }: { readonly fraction: number }) {
  const width = 100 * Math.min(1, Math.max(0, fraction));
  return (
    <svg className="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar-track" width="100" height="8" />
      <rect className="bar-fill" width={width} height="8" />
    </svg>
  );
}
