/** A vector brought to unit length. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** A vector of unit length with noise of a length added, brought to unit length again. */
export function withNoise(vector: Float32Array, noiseLength: number, random: () => number): Float32Array {
  const scale = noiseLength * Math.sqrt(12 / vector.length);
  return unit(vector.map((value) => value + scale * (random() - 0.5)));
}
