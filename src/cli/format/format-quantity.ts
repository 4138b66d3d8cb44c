import type { Style } from '../output.ts';

/** A count with its noun: `1 file`, `2 files`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number with thin groups of three, for people: `12 345`. */
export function formatNumber(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** A span of time to the precision that matters: `850 ms`, `3.2 s`, `2 min 5 s`, `1 h 20 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A share of 1 in hundredths: `83 %`, with one digit `83.3 %`. */
export function formatPercent(share: number, digits = 0): string {
  return `${(100 * share).toFixed(digits)} %`;
}

/** A size in binary units: `512 B`, `1.4 KiB`, `23 MiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  for (const unit of ['B', 'KiB', 'MiB', 'GiB']) {
    if (value < 1023.5)
      return `${unit === 'B' || value >= 9.95 ? Math.round(value) : value.toFixed(1)} ${unit}`;
    value /= 1024;
  }
  return `${value.toFixed(1)} TiB`;
}

/** A moment to the minute, in UTC as it was written down: `2026-05-01 10:00`. `moment` is in ISO 8601. */
export function formatMinute(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

/** A share as a bar of so many columns; one below 0 is empty, one above 1 full. */
export function formatBar(share: number, columns: number, style: Style): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * columns);
  return style('cyan', '█'.repeat(filled)) + style('dim', '░'.repeat(columns - filled));
}
