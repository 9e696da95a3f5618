import type { Player } from './listening.ts';

let element: HTMLAudioElement | null = null;

/**
 * The one audio element of an exam. The tap on the test tone unlocks it, and it plays everything afterwards
 * (exams.md 4).
 */
function audio(): HTMLAudioElement {
  element ??= new Audio();
  element.preload = 'auto';
  return element;
}

/** Media keys of headphones and the lock screen must not control an exam. */
function ignoreMediaKeys(): void {
  const session = navigator.mediaSession;
  if (!session) return;
  for (const action of [
    'play',
    'pause',
    'seekbackward',
    'seekforward',
    'seekto',
    'previoustrack',
    'nexttrack',
    'stop',
  ] as const) {
    try {
      session.setActionHandler(action, () => undefined);
    } catch {
      // This browser does not know the action.
    }
  }
}

/** One second of a soft tone, as a WAV file: no file has to be fetched, and it plays like every track. */
function toneAddress(): string {
  const rate = 8000;
  const samples = rate;
  const bytes = new Uint8Array(44 + samples);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => {
    for (let i = 0; i < text.length; i += 1) view.setUint8(at + i, text.charCodeAt(i));
  };
  word(0, 'RIFF');
  view.setUint32(4, 36 + samples, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  word(36, 'data');
  view.setUint32(40, samples, true);
  for (let at = 0; at < samples; at += 1) {
    const loudness = Math.min(1, at / 400, (samples - at) / 400);
    bytes[44 + at] = 128 + Math.round(60 * loudness * Math.sin((2 * Math.PI * 660 * at) / rate));
  }
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
}

/** The format of all sound in exams (exams.md 2.1): AAC in MP4. */
const trackType = 'audio/mp4; codecs="mp4a.40.2"';

/**
 * Plays the test tone, from a tap. @returns whether the browser played it and can also decode the tracks, which have
 * another format (row 37). Only the learner knows whether it was heard.
 */
export async function playTestTone(): Promise<boolean> {
  const player = audio();
  if (player.canPlayType(trackType) === '') return false;
  const src = toneAddress();
  try {
    player.src = src;
    await player.play();
    return true;
  } catch (error) {
    console.warn('exam: no sound', error);
    return false;
  }
}

/** The element as a player. */
export function audioPlayer(): Player {
  const player = audio();
  ignoreMediaKeys();
  let isOurs = false;
  return {
    async play(src, from) {
      isOurs = true;
      player.src = src;
      player.currentTime = from;
      await player.play();
      if (Math.abs(player.currentTime - from) > 1) player.currentTime = from;
    },
    pause() {
      isOurs = false;
      player.pause();
    },
    position: () => player.currentTime,
    on(listener) {
      const ended = () => listener('ended');
      // A pause while `isOurs` does not come from this page: the cause is a call, unplugged headphones, or the system.
      const paused = () => isOurs && !player.ended && listener('stopped');
      const failed = () => isOurs && listener('failed');
      const stalled = () => isOurs && player.readyState < 3 && listener('stalled');
      player.addEventListener('ended', ended);
      player.addEventListener('pause', paused);
      player.addEventListener('error', failed);
      player.addEventListener('stalled', stalled);
      return () => {
        player.removeEventListener('ended', ended);
        player.removeEventListener('pause', paused);
        player.removeEventListener('error', failed);
        player.removeEventListener('stalled', stalled);
      };
    },
  };
}
