import type { Cue } from './rows.ts';

/** Longest time the browser may take to read a caption file, ms. */
const patienceMs = 5000;

/**
 * The sentences of a caption file (WebVTT). The browser parses the format itself: times, tags and entities.
 *
 * @throws Error when the browser cannot read the file.
 */
export async function readCues(vtt: string): Promise<Cue[]> {
  const address = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }));
  try {
    return await cuesAt(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function cuesAt(address: string): Promise<Cue[]> {
  const video = document.createElement('video');
  const element = document.createElement('track');
  const loaded = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The caption file was not read in time.')), patienceMs);
    element.onload = () => {
      clearTimeout(late);
      resolve();
    };
    element.onerror = () => {
      clearTimeout(late);
      reject(new Error('The caption file cannot be read.'));
    };
  });
  element.kind = 'captions';
  element.src = address;
  video.append(element);
  element.track.mode = 'hidden';
  await loaded;
  return Array.from(element.track.cues ?? []).flatMap((cue) =>
    cue instanceof VTTCue ? [{ sec: cue.startTime, text: cue.getCueAsHTML().textContent ?? '' }] : [],
  );
}
