/** Controls, NUL among them, which stand for nothing that is seen. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** What turns the direction of the text behind it, also of what does not belong to it. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A title as it is kept: on one line, without what would alter how what stands beside it is shown. */
export function oneLine(text: string): string {
  return text.replace(controls, ' ').replace(directionMarks, '').replace(/\s+/gu, ' ').trim();
}
