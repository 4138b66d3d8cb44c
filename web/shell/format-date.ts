const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** A moment in ISO 8601 as its day: `3 March 2026`. */
export function formatDate(date: string): string {
  return dateFormat.format(new Date(date));
}
