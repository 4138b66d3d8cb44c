/** The array with room for `index`, and at least twice as long as it was. */
export function grown<T extends Uint8Array | Uint32Array>(array: T, index: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, index + 1));
  larger.set(array);
  return larger;
}
