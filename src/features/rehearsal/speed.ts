/** A file of random bytes, which nothing on the way can make smaller. */
const sample = '/speed-sample.bin';
const sampleBytes = 262_144;
const samples = 3;
/** On a line that is slower than this allows, what has come by then tells enough, ms. */
const patienceMs = 6000;
/** Fewer bytes tell nothing. */
const leastBytes = 8192;

/** What one download came to; `ms` from the first byte on. */
export type Sample = { bytes: number; ms: number };

/** The middle one of several speeds, bytes a second: a single hiccup says nothing about a line. */
export function speedOf(taken: readonly Sample[]): number | null {
  const speeds = taken
    .filter(({ bytes }) => bytes >= leastBytes)
    .map(({ bytes, ms }) => (bytes * 1000) / Math.max(1, ms))
    .sort((one, other) => one - other);
  return speeds[Math.floor((speeds.length - 1) / 2)] ?? null;
}

/** Whether this is our file, and not what a Wi-Fi's login page or a lost file is answered with. */
function isSample({ ok, headers }: Response): boolean {
  const length = headers.get('content-length');
  const isText = headers.get('content-type')?.startsWith('text/') ?? false;
  return ok && !isText && (length === null || Number(length) === sampleBytes);
}

/** Downloads the file once; a download that is cut off tells what has come until then. */
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
 * How fast the line brings a file of ours, bytes a second, from several downloads; `null`: our server did not answer.
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
    // Cut off by the limit or by the network: what was taken before counts.
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  return speedOf(taken);
}
