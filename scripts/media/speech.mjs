// Japanese narration with Open JTalk and the Mei voice: text to trimmed samples with an even loudness.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheRoot } from './paths.mjs';
import { run } from './programs.mjs';
import { correctReadings } from './readings.mjs';
import { fingerprint } from './state.mjs';
import { decodeWav, SAMPLE_RATE } from './wav.mjs';

export const SPEECH = { rate: 1.04, intonation: 1.1, loudness: 0.15 };
const QUIET = 0.004;

function voiceFiles(voiceDir) {
  const dictionaries = path.join(voiceDir, 'dic');
  const dictionary = process.env.OPEN_JTALK_DIC ?? path.join(dictionaries, readdirSync(dictionaries)[0]);
  return { dictionary, voice: path.join(voiceDir, 'voice/mei/mei_normal.htsvoice') };
}

/** Text for the synthesiser: without Markdown or LaTeX, quotation marks as short pauses. */
export const spokenText = (step) =>
  correctReadings(
    (step.read ?? step.say)
      .replace(/[*$\\`]/g, '')
      .replace(/[「」『』（）()]/g, '、')
      .replace(/\s+/g, '、')
      .replace(/、+(?=[、。]|$)/g, '')
      .replace(/(^|[。！？])、+/g, '$1'),
  );

function trim(samples) {
  let from = 0;
  let to = samples.length;
  while (from < to && Math.abs(samples[from]) < QUIET) from += 1;
  while (to > from && Math.abs(samples[to - 1]) < QUIET) to -= 1;
  const margin = Math.round(SAMPLE_RATE * 0.04);
  return samples.slice(Math.max(0, from - margin), Math.min(samples.length, to + margin));
}

/** Gives every sentence the same loudness; peaks are limited softly instead of clipped. */
function level(samples) {
  let sum = 0;
  let count = 0;
  for (const sample of samples) {
    if (Math.abs(sample) > QUIET) {
      sum += sample * sample;
      count += 1;
    }
  }
  const gain = SPEECH.loudness / Math.sqrt(sum / Math.max(1, count));
  return samples.map((sample) => Math.tanh(sample * gain * 1.05) / 1.05);
}

export async function speak(step, voiceDir) {
  const text = spokenText(step);
  const { dictionary, voice } = voiceFiles(voiceDir);
  const folder = path.join(cacheRoot, 'speech');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${fingerprint(text, SPEECH)}.wav`);
  if (!existsSync(file)) {
    const args = ['-x', dictionary, '-m', voice, '-r', String(SPEECH.rate), '-jf', String(SPEECH.intonation)];
    await run('open_jtalk', [...args, '-ow', file], `${text}\n`);
  }
  const samples = level(trim(decodeWav(readFileSync(file))));
  if (samples.length < SAMPLE_RATE * 0.2) throw new Error(`nothing was spoken for: ${text}`);
  return samples;
}
