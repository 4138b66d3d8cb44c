/**
 * What a column holds as JSON, an array or an object; undefined where the disk gave back what nobody has written, which
 * may be of any type.
 */
export function legibleJson(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
