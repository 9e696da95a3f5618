/**
 * The address is not valid any more: a new one is requested, and the download continues at the same place
 * (offline.md 3.77).
 */
export class AddressEndedError extends Error {
  override name = 'AddressEndedError';
}

/** The file has a new version: the stored pieces of the old one are useless (offline.md 3.76). */
export class FileChangedError extends Error {
  override name = 'FileChangedError';
}

/** The server no longer has this file, or always delivers wrong bytes. */
export class FileGoneError extends Error {
  override name = 'FileGoneError';
}

/**
 * Whether a write failed because the storage is full; only this error is reliable, not the estimate (offline.md 3.52).
 */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return false;
  if (error.name === 'QuotaExceededError') return true;
  const { inner } = error as { inner?: unknown };
  return inner !== undefined && inner !== error && isStorageFull(inner);
}
