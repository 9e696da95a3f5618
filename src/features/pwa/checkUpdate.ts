const scriptType = /^(text|application)\/(x-)?javascript\b/;

/** A newer build on the server. `isUrgent`: it contains an urgent fix and cannot be postponed. */
export type Update = { isUrgent: boolean };

/**
 * Finds out whether to look for a newer worker: the server has another build, and `sw.js` is really a script. During a
 * deployment it may be an error page (offline.md 3.13).
 */
export async function findUpdate(buildId: string, get: typeof fetch = fetch): Promise<Update | null> {
  try {
    const version = await get('/version.json', { cache: 'no-store' });
    if (version.status !== 200) return null;
    const { build, urgent } = (await version.json()) as { build?: unknown; urgent?: unknown };
    if (typeof build !== 'string' || build === buildId) return null;
    const script = await get('/sw.js', { cache: 'no-store' });
    const isScript = script.status === 200 && scriptType.test(script.headers.get('content-type') ?? '');
    return isScript ? { isUrgent: urgent === true } : null;
  } catch {
    return null;
  }
}
