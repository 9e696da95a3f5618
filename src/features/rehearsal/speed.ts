/** A file of random bytes, which nothing on the way can compress. */
const sample = '/speed-sample.bin';
const sampleBytes = 262_144;
const samples = 3;
/** Time limit for the downloads, ms. On a slower line the part that has arrived by then is enough for a result. */
const patienceMs = 6000;
/** Fewer bytes than this give no reliable speed. */
const leastBytes = 8192;

/** The result of one download; `ms` from the first byte on. */
export type Sample = { bytes: number; ms: number };

/** The median of several speeds, bytes per second: a single outlier does not count. */
export function speedOf(taken: readonly Sample[]): number | null {
  const speeds = taken
    .filter(({ bytes }) => bytes >= leastBytes)
    .map(({ bytes, ms }) => (bytes * 1000) / Math.max(1, ms))
    .sort((one, other) => one - other);
  return speeds[Math.floor((speeds.length - 1) / 2)] ?? null;
}

/** Whether this is our file, and not the login page of a Wi-Fi or an error answer. */
function isSample({ ok, headers }: Response): boolean {
  const length = headers.get('content-length');
  const isText = headers.get('content-type')?.startsWith('text/') ?? false;
  return ok && !isText && (length === null || Number(length) === sampleBytes);
}

/** Downloads the file once; an aborted download counts with the bytes that arrived. */
async function takeSample(signal: AbortSignal): Promise<Sample | null> {
  const response = await fetch(sample, { cache: 'no-store', signal });
  const { body } = response;
  if (!body || !isSample(response)) {
    await body?.cancel();
    return null;
  }
  const startedAt = performance.now();
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
    }
  } catch (error) {
    if (bytes < leastBytes) throw error;
  }
  return { bytes, ms: performance.now() - startedAt };
}

/**
 * How fast the line delivers our file, bytes per second, from several downloads; `null`: our server did not answer.
 *
 * @throws an `AbortError` when the learner stopped it.
 */
export async function measureSpeed(signal: AbortSignal): Promise<number | null> {
  const taken: Sample[] = [];
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, patienceMs);
  signal.addEventListener('abort', stop);
  try {
    for (let nth = 0; nth < samples && !limit.signal.aborted; nth += 1) {
      const one = await takeSample(limit.signal);
      if (one) taken.push(one);
    }
  } catch {
    // Aborted by the time limit or by the network: the earlier samples count.
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  return speedOf(taken);
}
