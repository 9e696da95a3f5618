/**
 * Works on everything that is due: claims a few at a time and works on these side by side, until nothing is left or the
 * process stops. `work` must not throw: what fails is left to its lease, and the others go on.
 */
export async function workOff<Claimed>(
  signal: AbortSignal,
  claim: () => Promise<Claimed[]>,
  work: (claimed: Claimed) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claim();
    if (claimed.length === 0) return;
    await Promise.all(claimed.map(work));
  }
}
