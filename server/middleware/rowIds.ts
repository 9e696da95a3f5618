const largestId = 2_147_483_647;

/**
 * The row number of an id from a body (`"12"` or `12`). `null` for a value that cannot be one: then nothing is found.
 */
export function rowIdOf(id: string | number): number | null {
  const number = typeof id === 'number' ? id : /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0;
  return Number.isInteger(number) && number > 0 && number <= largestId ? number : null;
}
