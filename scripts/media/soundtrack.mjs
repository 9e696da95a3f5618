// Puts the sentences and a soft opening chime on one track, and encodes it (AAC in an .m4a).
import { ffmpeg } from './programs.mjs';
import { encodeWav, SAMPLE_RATE } from './wav.mjs';

export const AUDIO_BITRATE = '36k';

function addChime(track, at) {
  for (const [offset, frequency] of [
    [0, 659.26],
    [0.22, 987.77],
  ]) {
    const from = Math.round((at + offset) * SAMPLE_RATE);
    for (let i = 0; i < SAMPLE_RATE * 1.6 && from + i < track.length; i += 1) {
      const t = i / SAMPLE_RATE;
      const envelope = Math.min(1, t / 0.008) * Math.exp(-t * 3.6) * 0.09;
      const wave = Math.sin(2 * Math.PI * frequency * t) + 0.25 * Math.sin(4 * Math.PI * frequency * t);
      track[from + i] += envelope * wave;
    }
  }
}

export function mixTrack(plan, speech) {
  const track = new Float32Array(Math.ceil(plan.duration * SAMPLE_RATE));
  addChime(track, 0.35);
  plan.boards.forEach((board, b) => {
    board.steps.forEach((step, s) => {
      track.set(speech[b][s], Math.round(step.start * SAMPLE_RATE));
    });
  });
  return track;
}

/** Loudness 0…1 at each video frame, for the small level meter beside the teacher. */
export function levels(track, fps) {
  const size = Math.round(SAMPLE_RATE / fps);
  return Array.from({ length: Math.ceil(track.length / size) }, (_, frame) => {
    let sum = 0;
    const part = track.subarray(frame * size, (frame + 1) * size);
    for (const sample of part) sum += sample * sample;
    return Math.min(1, Math.sqrt(sum / Math.max(1, part.length)) / 0.14);
  });
}

export const encodeAudio = (track, file) =>
  ffmpeg(
    [
      '-f',
      'wav',
      '-i',
      'pipe:0',
      '-af',
      'highpass=f=70',
      '-ar',
      '32000',
      '-ac',
      '1',
      '-c:a',
      'aac',
      '-b:a',
      AUDIO_BITRATE,
      '-movflags',
      '+faststart',
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-flags:a',
      '+bitexact',
      file,
    ],
    encodeWav(track),
  );
