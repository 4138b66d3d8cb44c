/** Works on so many items at the same time. Results are in the order of the items. */
export async function mapAtOnce<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [position, item] of waiting) results[position] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
