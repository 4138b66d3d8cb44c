/** Items in groups of neighbours: one that `goesOn` with the group before it belongs to that, any other begins one. */
export function groupNeighbours<Item>(
  items: readonly Item[],
  goesOn: (group: readonly Item[], item: Item) => boolean,
): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group && goesOn(group, item)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
