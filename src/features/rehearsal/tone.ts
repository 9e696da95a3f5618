/** Three notes of a chord, Hz, each so many seconds. */
const notes = [523.25, 659.25, 783.99];
const noteSeconds = 0.35;
/** A sound that the browser has not started after this time counts as impossible, ms. */
const patienceMs = 3000;

function playNote(context: AudioContext, frequency: number, at: number): OscillatorNode {
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.frequency.value = frequency;
  // Without fading in and out, loudspeakers click.
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(0.4, at + 0.03);
  loudness.gain.linearRampToValueAtTime(0, at + noteSeconds);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + noteSeconds);
  return tone;
}

/**
 * Plays a short sound; call it from a tap. Resolves when it is over.
 *
 * @returns whether the browser played it; only the learner knows whether it could be heard.
 */
export async function playTone(): Promise<boolean> {
  let context: AudioContext | undefined;
  try {
    context = new AudioContext();
    await context.resume();
    const begin = context.currentTime + 0.05;
    const tones = notes.map((frequency, nth) =>
      playNote(context as AudioContext, frequency, begin + nth * (noteSeconds + 0.1)),
    );
    const last = tones.at(-1);
    return await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs);
      last?.addEventListener('ended', () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  } catch (error) {
    console.warn('rehearsal: no sound', error);
    return false;
  } finally {
    await context?.close().catch(() => undefined);
  }
}
