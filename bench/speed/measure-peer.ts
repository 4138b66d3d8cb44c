/** What measuring a peer came to; undefined, after a line that says why, where it failed. */
export async function measurePeer<Result>(
  name: string,
  log: (line: string) => void,
  measure: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await measure();
  } catch (error) {
    log(`${name}: not measured (${(error as Error).message.slice(0, 500)})`);
    return undefined;
  }
}
