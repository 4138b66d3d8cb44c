/** One of a list, each as likely as the other. `random` gives numbers in [0, 1). */
export function pick<Item>(list: readonly Item[], random: () => number): Item {
  return list[Math.floor(random() * list.length)] as Item;
}
