/** A moment to the minute, in UTC as it was written down: `2026-05-01 10:00`. `moment` is in ISO 8601. */
export function formatMinute(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}
