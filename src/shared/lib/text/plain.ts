/**
 * Reads plain JSON without the schema library, for the few small answers that a guest's first page needs: the library
 * alone would take a tenth of its budget (performance.md 3). The contracts remain authoritative: tests beside the
 * readers compare each reader with its schema.
 */
export type Fields = Record<string, unknown>;

/** An object's fields; `null` for anything that is not a plain object. */
export function fieldsOf(data: unknown): Fields | null {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Fields) : null;
}

/** Text, or empty. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** Text, or `null`. */
export function textOrNullIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}

/** A number, or the given default. */
export function numberIn<Else>(fields: Fields, name: string, otherwise: Else): number | Else {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** A flag, or the given default. */
export function flagIn(fields: Fields, name: string, otherwise = false): boolean {
  const value = fields[name];
  return typeof value === 'boolean' ? value : otherwise;
}

/** One of the given words; anything else becomes `otherwise`. */
export function wordIn<Word extends string>(
  fields: Fields,
  name: string,
  words: readonly Word[],
  otherwise: Word,
): Word {
  return words.find((word) => word === fields[name]) ?? otherwise;
}

/** The texts of a list; other entries are left out. */
export function textsIn(fields: Fields, name: string): string[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
