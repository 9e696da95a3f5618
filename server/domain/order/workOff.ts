/**
 * Works on everything that is due: claims a few at a time and works on these side by side, until nothing is left or the
 * process stops. What fails is reported to `failed` and left to its lease; the others go on.
 */
export async function workOff<Claimed>(
  signal: AbortSignal,
  claim: () => Promise<Claimed[]>,
  work: (claimed: Claimed) => Promise<void>,
  failed: (claimed: Claimed, error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claim();
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((one) => work(one).catch((error: unknown) => failed(one, error))));
  }
}
