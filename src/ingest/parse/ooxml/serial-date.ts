const millisecondsPerDay = 86_400_000;

/** From the first way of counting to the second. */
const daysTo1904 = 1462;

/** 9999-12-31, the last day that a sheet knows. */
const lastSerial = 2_958_465;

/**
 * A serial number as ISO 8601, with the parts that the format's letters show: `2024-03-01`, `2024-03`,
 * `2024-03-01 14:30`, `14:30:05`. `isElapsed` counts hours beyond a day: `27:30:00`. Days are counted from the end
 * of 1899, with a 29 February 1900 that never was (ECMA-376 part 1, 18.17.4.1), or from the start of 1904.
 */
export function isoDate(serial: number, letters: string, isElapsed: boolean, isDate1904: boolean): string {
  if (!Number.isFinite(serial) || Math.abs(serial) > lastSerial) return String(serial);
  // Half a second at most is lost: a day's fraction in binary is seldom exact.
  const seconds = Math.round(serial * 86_400);
  if (isElapsed) return `${seconds < 0 ? '-' : ''}${clock(Math.abs(seconds), true)}`;
  if (serial < 0) return String(serial);
  const hasTime = /[hs]/i.test(letters);
  const date = datePart(letters, hasTime, dayOf(Math.floor(seconds / 86_400), isDate1904));
  const time = clock(seconds % 86_400, /s/i.test(letters) || seconds % 60 !== 0);
  if (!hasTime) return date;
  return date === '' ? time : `${date} ${time}`;
}

function dayOf(serial: number, isDate1904: boolean): string {
  const offset = isDate1904 ? daysTo1904 : serial < 60 ? 1 : 0;
  return new Date((serial + offset - 25_569) * millisecondsPerDay).toISOString().slice(0, 10);
}

/** An `m` is a month unless hours stand before it or seconds behind it. */
function datePart(letters: string, hasTime: boolean, day: string): string {
  const hasDay = /d/i.test(letters);
  const hasYear = /y/i.test(letters);
  const months = letters.replace(/h+[^a-z]*m+|m+[^a-z]*s+/gi, '');
  const hasMonth = /m/i.test(hasTime ? months : letters);
  if (hasDay) return day;
  if (hasMonth) return day.slice(0, 7);
  return hasYear ? day.slice(0, 4) : '';
}

function clock(seconds: number, withSeconds: boolean): string {
  const minutes = `${twoDigits(seconds / 3600)}:${twoDigits((seconds % 3600) / 60)}`;
  return withSeconds ? `${minutes}:${twoDigits(seconds % 60)}` : minutes;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}
