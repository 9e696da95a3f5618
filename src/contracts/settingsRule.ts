/**
 * Values of settings by field, and when each was chosen (epoch ms, server's clock). A field without a time counts as
 * the oldest.
 */
export type Settings<Values extends object> = {
  values: Partial<Values>;
  at: Partial<Record<keyof Values, number>>;
};

/** Any fixed order will do, if every copy uses the same. */
function largerOf(a: unknown, b: unknown): unknown {
  return JSON.stringify(a) >= JSON.stringify(b) ? a : b;
}

/**
 * Merges two sets of settings: the newest value of each field wins (offline.md 5.6). Commutative, associative and
 * idempotent. Of two choices at the same millisecond every copy keeps the same one.
 */
export function mergeSettings<Values extends object>(
  a: Settings<Values>,
  b: Settings<Values>,
): Settings<Values> {
  const merged: Settings<Values> = { values: { ...a.values }, at: { ...a.at } };
  for (const field of Object.keys(b.values) as (keyof Values)[]) {
    const [ours, theirs] = [a.at[field] ?? 0, b.at[field] ?? 0];
    if (field in a.values && ours > theirs) continue;
    const isTie = field in a.values && ours === theirs;
    merged.values[field] = (
      isTie ? largerOf(a.values[field], b.values[field]) : b.values[field]
    ) as Values[typeof field];
    if (b.at[field] !== undefined) merged.at[field] = theirs;
  }
  return merged;
}
