/** The values at these places, in their order. */
export function picked(values: Uint32Array, places: Uint32Array): Uint32Array {
  const result = new Uint32Array(places.length);
  for (let at = 0; at < places.length; at++) result[at] = values[places[at] as number] as number;
  return result;
}
