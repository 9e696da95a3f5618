/** How a video element failed. */
export type Failure = {
  /** The code of `MediaError`. */
  mediaCode: number;
  /** Whether a picture had been shown before. */
  wasShown: boolean;
  /** Whether it was playing, or was about to play. */
  wasPlaying: boolean;
};

/**
 * Reports when a video element fails; returns how to stop. `shown` is called whenever a picture appears (again),
 * `playing` when the video moves.
 */
export function watchFailures(
  video: HTMLVideoElement,
  on: { shown: () => void; playing: () => void; failed: (failure: Failure) => void },
): () => void {
  const stop = new AbortController();
  let wasShown = false;
  let wasPlaying = false;
  const listen = (type: string, listener: () => void) =>
    video.addEventListener(type, listener, { signal: stop.signal });
  listen('playing', () => {
    wasPlaying = true;
    on.playing();
  });
  listen('pause', () => {
    if (!video.error) wasPlaying = false;
  });
  listen('loadeddata', () => {
    wasShown = true;
    on.shown();
  });
  listen('error', () => {
    const mediaCode = video.error?.code ?? 0;
    if (mediaCode > MediaError.MEDIA_ERR_ABORTED) on.failed({ mediaCode, wasShown, wasPlaying });
  });
  return () => stop.abort();
}
