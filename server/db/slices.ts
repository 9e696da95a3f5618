/** Parts of a list in its order, each of at most `size`: one statement, or one transaction, for each. */
export function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
