import type { Style } from './output.ts';

/** A share as a bar of so many columns; one below 0 is empty, one above 1 full. */
export function formatBar(share: number, columns: number, style: Style): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * columns);
  return style('cyan', '█'.repeat(filled)) + style('dim', '░'.repeat(columns - filled));
}
