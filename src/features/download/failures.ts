/** The address is not valid any more: a new one is asked for, the place in the file stays (offline.md 3.77). */
export class AddressEndedError extends Error {
  override name = 'AddressEndedError';
}

/** The file has another version now: what is there of the old one is worth nothing (offline.md 3.76). */
export class FileChangedError extends Error {
  override name = 'FileChangedError';
}

/** The server has no such file any more, or its bytes are never the promised ones. */
export class FileGoneError extends Error {
  override name = 'FileGoneError';
}

/** Whether a write failed because the storage is full; the error itself is the truth (offline.md 3.52). */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return false;
  if (error.name === 'QuotaExceededError') return true;
  const { inner } = error as { inner?: unknown };
  return inner !== undefined && inner !== error && isStorageFull(inner);
}
