/**
 * Whether the calendar has the year, month or day that a date begins with; JavaScript takes 30 February for 1 March.
 */
export function hasCalendarDay(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split('-', 3).map((part) => Number.parseInt(part, 10));
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}
