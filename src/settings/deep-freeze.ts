/** Freezes a value and all that it holds; the same value. For plain data without cycles. */
export function deepFreeze<T extends object>(value: T): T {
  for (const entry of Object.values(value)) {
    if (typeof entry === 'object' && entry !== null) deepFreeze(entry);
  }
  return Object.freeze(value);
}
