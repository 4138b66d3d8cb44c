/** What a record has of its own under a name that comes from outside: `constructor` and the like are inherited. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
