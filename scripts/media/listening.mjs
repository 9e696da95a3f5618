// Sound of the listening tests in the demo's exams: `script` of a track -> audio/<subject>-<track>.m4a and its `duration_sec`.
// Synthesised with flite and two of its voices (CMU ARCTIC). Run by hand after editing a script, the results are committed:
//   node scripts/media/listening.mjs [--force]
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { demoRoot } from './paths.mjs';
import { ffmpeg, run } from './programs.mjs';
import { fingerprint, isFresh, remember } from './state.mjs';
import { decodeWav, encodeWav, SAMPLE_RATE } from './wav.mjs';

const exams = path.join(demoRoot, 'exams');
/** Voice of a line `**W:** …`; a question is read by the other voice than the last speaker's. */
const voices = { W: 'slt', M: 'rms' };
/** Time stretch; below 1 is faster. A little slower than the voices' normal speed, for learners. */
const stretch = 1.3;
/** Seconds of silence. */
const pause = { before: 0.5, between: 0.6, question: 1.2, after: 0.7 };
const loudness = 0.13;
const quiet = 0.004;
/** Increase it when the method changes: then everything is spoken again. */
const version = 1;

/** Splits lines such as `**W:** Hello.` into { who, text }. */
function linesOf(script) {
  return script
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const found = /^\*\*(\w+):\*\* (.+)$/.exec(line.trim());
      if (!found) throw new Error(`who speaks? ${line}`);
      return { who: found[1], text: found[2] };
    });
}

const silence = (seconds) => new Float32Array(Math.round(seconds * SAMPLE_RATE));

function trim(samples) {
  let from = 0;
  let to = samples.length;
  while (from < to && Math.abs(samples[from]) < quiet) from += 1;
  while (to > from && Math.abs(samples[to - 1]) < quiet) to -= 1;
  return samples.slice(from, to);
}

/** Gives both voices the same loudness; peaks are limited softly instead of clipped. */
function level(samples) {
  const loud = samples.filter((sample) => Math.abs(sample) > quiet);
  const sum = loud.reduce((all, sample) => all + sample * sample, 0);
  const gain = loudness / Math.sqrt(sum / Math.max(1, loud.length));
  return samples.map((sample) => Math.tanh(sample * gain));
}

async function speak(text, voice, folder) {
  const spoken = path.join(folder, 'spoken.wav');
  const wide = path.join(folder, 'wide.wav');
  await run('flite', ['-voice', voice, '--setf', `duration_stretch=${stretch}`, '-t', text, '-o', spoken]);
  const resample = [
    '-ar',
    String(SAMPLE_RATE),
    '-ac',
    '1',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    wide,
  ];
  await ffmpeg(['-i', spoken, ...resample]);
  return level(trim(decodeWav(readFileSync(wide))));
}

async function soundOf(script, folder) {
  const parts = [silence(pause.before)];
  let last = 'M';
  for (const { who, text } of linesOf(script)) {
    const isQuestion = who === 'Question';
    const speaker = isQuestion ? (last === 'W' ? 'M' : 'W') : who;
    if (parts.length > 1) parts.push(silence(isQuestion ? pause.question : pause.between));
    parts.push(await speak(text, voices[speaker], folder));
    last = speaker;
  }
  parts.push(silence(pause.after));
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Writes the length beside the track's file and leaves the rest of the author's YAML unchanged. */
function noteLength(text, file, seconds) {
  const place = new RegExp(`(file: ${file.replaceAll('.', '\\.')}\\n\\s+duration_sec: )[\\d.]+`);
  if (!place.test(text)) throw new Error(`no duration_sec behind ${file}`);
  return text.replace(place, `$1${seconds.toFixed(1)}`);
}

const isForced = process.argv.includes('--force');
const folder = mkdtempSync(path.join(tmpdir(), 'listening-'));
for (const subject of globSync('*/subjects/*.yaml', { cwd: exams }).sort()) {
  const source = path.join(exams, subject);
  for (const { file, script } of parse(readFileSync(source, 'utf8')).tracks ?? []) {
    const name = `exams/${subject.split(path.sep)[0]}/${file}`;
    const target = path.join(demoRoot, name);
    const hash = fingerprint(version, voices, stretch, pause, script);
    if (!isForced && isFresh(name, hash, [target])) continue;
    const samples = await soundOf(script, folder);
    const whole = path.join(folder, 'whole.wav');
    writeFileSync(whole, encodeWav(samples));
    mkdirSync(path.dirname(target), { recursive: true });
    const aac = ['-c:a', 'aac', '-b:a', '48k', '-ac', '1', '-ar', '24000', '-movflags', '+faststart'];
    await ffmpeg(['-i', whole, ...aac, '-map_metadata', '-1', '-fflags', '+bitexact', target]);
    const seconds = samples.length / SAMPLE_RATE;
    writeFileSync(source, noteLength(readFileSync(source, 'utf8'), file, seconds));
    remember(name, hash);
    console.info(`${name} ${seconds.toFixed(1)} s`);
  }
}
rmSync(folder, { recursive: true });
