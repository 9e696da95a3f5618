import { useEffect, useRef, useState } from 'react';

/** An address without its signature: what it names. */
function nameOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function isElsewhere(url: string): boolean {
  if (typeof location === 'undefined' || !URL.canParse(url, location.href)) return false;
  const { protocol, origin } = new URL(url, location.href);
  return protocol.startsWith('http') && origin !== location.origin;
}

/** The text of a caption file as an address of this page. Throws what `fetch` throws. */
async function copyOf(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`captions: ${answer.status}`);
  const text = await answer.text();
  signal.throwIfAborted();
  return URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
}

/**
 * Where a `<track>` finds its captions. A browser takes those of another origin only when the video, too, is asked for
 * with CORS, and a video whose host sends no CORS headers would then not play at all. So the captions alone are fetched
 * with CORS, and the track gets a copy; `undefined` until that is there. Captions of this origin keep their address.
 */
export function useTrackAddresses(urls: readonly string[]): (url: string) => string | undefined {
  const [copies, setCopies] = useState<Readonly<Record<string, string>>>({});
  const made = useRef<string[]>([]);
  // A new signature of a file that could not be had is another try; one that is there stays.
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
