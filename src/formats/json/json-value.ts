/** JSON as text to be read: numbers and literals stay as written, strings lose their quotes and are cleaned. */
export type JsonValue = string | readonly JsonValue[] | JsonObject;

/**
 * The members of an object in the order of the file; no key comes twice. Objects that follow one another mostly have
 * the same keys, and then share one list of them.
 */
export class JsonObject {
  readonly keys: readonly string[];
  /** In the order of the keys. */
  readonly values: readonly JsonValue[];

  constructor(keys: readonly string[], values: readonly JsonValue[]) {
    this.keys = keys;
    this.values = values;
  }

  get size(): number {
    return this.keys.length;
  }

  get(key: string): JsonValue | undefined {
    return this.values[this.keys.indexOf(key)];
  }

  /** The value of a key where it is a string, a number or a truth value; empty where it is `null`, or there is none. */
  word(key: string): string {
    const value = this.get(key);
    return typeof value === 'string' && value !== 'null' ? value : '';
  }

  /** The object of a key; one without members where there is none. */
  object(key: string): JsonObject {
    return objectOf(this.get(key));
  }

  /** The objects in the list of a key, as {@link objectsIn} has them. */
  objects(key: string): readonly JsonObject[] {
    return objectsIn(this.get(key));
  }

  /** In the order of the file. */
  forEach(visit: (key: string, value: JsonValue) => void): void {
    for (let place = 0; place < this.keys.length; place++)
      visit(this.keys[place] as string, this.values[place] as JsonValue);
  }
}

/** A value where it is an object; else one without members. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return value instanceof JsonObject ? value : new JsonObject([], []);
}

/** The objects of a list; none where the value is no list. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => item instanceof JsonObject) : [];
}
