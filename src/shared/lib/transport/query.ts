/** One value of a query parameter; empty ones are dropped. */
export type QueryValue = string | number | boolean | null | undefined;
/** Query parameters of a call. */
export type Query = Record<string, QueryValue | readonly QueryValue[]>;

function isFilled(value: QueryValue): value is string | number | boolean {
  return value !== null && value !== undefined && value !== '';
}

/**
 * A query as text without `?`. Lists get the suffix `[]`, and duplicates in a list are sent once. `null`, `undefined`,
 * `''` and empty lists are dropped; `0` and `false` stay (specification.md 5; session.md 10.5).
 */
export function serializeQuery(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (!Array.isArray(value)) {
      if (isFilled(value as QueryValue)) parameters.append(name, String(value));
      continue;
    }
    const listName = name.endsWith('[]') ? name : `${name}[]`;
    const texts = (value as readonly QueryValue[]).filter(isFilled).map(String);
    for (const text of new Set(texts)) parameters.append(listName, text);
  }
  return parameters.toString();
}
