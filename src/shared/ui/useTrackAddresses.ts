import { useEffect, useRef, useState } from 'react';

/** An address without its signature: it identifies the file. */
function nameOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function isElsewhere(url: string): boolean {
  if (typeof location === 'undefined' || !URL.canParse(url, location.href)) return false;
  const { protocol, origin } = new URL(url, location.href);
  return protocol.startsWith('http') && origin !== location.origin;
}

/** A blob address with the text of a caption file. Throws what `fetch` throws. */
async function copyOf(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`captions: ${answer.status}`);
  const text = await answer.text();
  signal.throwIfAborted();
  return URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
}

/**
 * Addresses of captions for `<track>`. A browser loads captions of another origin only if the video is requested with
 * CORS too, and then a video from a host without CORS headers would not play. So only the captions are fetched with
 * CORS, and the track gets a copy; `undefined` until it is loaded. Captions of this origin keep their address.
 */
export function useTrackAddresses(urls: readonly string[]): (url: string) => string | undefined {
  const [copies, setCopies] = useState<Readonly<Record<string, string>>>({});
  const made = useRef<string[]>([]);
  // A new signature retries a file that failed; a loaded copy stays.
  const wanted = urls.filter((url) => isElsewhere(url) && copies[nameOf(url)] === undefined).join('\n');
  useEffect(() => {
    if (wanted === '') return;
    const stop = new AbortController();
    const bring = async (url: string) => {
      try {
        const copy = await copyOf(url, stop.signal);
        made.current.push(copy);
        return [[nameOf(url), copy]];
      } catch (error) {
        if (!stop.signal.aborted) console.warn('captions: not fetched', error);
        return [];
      }
    };
    const bringAll = async () => {
      const brought = (await Promise.all(wanted.split('\n').map(bring))).flat();
      if (!stop.signal.aborted && brought.length > 0)
        setCopies((known) => ({ ...known, ...Object.fromEntries(brought) }));
    };
    void bringAll();
    return () => stop.abort();
  }, [wanted]);
  useEffect(
    () => () => {
      for (const copy of made.current.splice(0)) URL.revokeObjectURL(copy);
    },
    [],
  );
  return (url) => (isElsewhere(url) ? copies[nameOf(url)] : url);
}
