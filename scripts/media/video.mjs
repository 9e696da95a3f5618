// One lesson: narration -> times -> boards -> frames -> .mp4, .m4a, .vtt, poster and board pictures.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BOARD } from './board-style.mjs';
import { toVtt } from './captions.mjs';
import { push, VIDEO, withMeter, writing } from './frames.mjs';
import { courseDir } from './paths.mjs';
import { toPixels, writeAvif } from './pictures.mjs';
import { start as startProgram } from './programs.mjs';
import { photographLesson } from './scenes.mjs';
import { encodeAudio, levels, mixTrack } from './soundtrack.mjs';
import { speak } from './speech.mjs';
import { findStrokes, scheduleStrokes } from './strokes.mjs';
import { planLesson, TIMING } from './timeline.mjs';

const ENCODER = [
  '-c:v',
  'libx264',
  '-profile:v',
  'main',
  '-preset',
  'slow',
  '-tune',
  'animation',
  '-crf',
  '23',
  '-g',
  '72',
  '-pix_fmt',
  'yuv420p',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];

export const lessonFiles = (lesson) => ({
  video: `media/${lesson.id}.mp4`,
  audio: `media/${lesson.id}.m4a`,
  captions: `media/${lesson.id}.vtt`,
  poster: `media/${lesson.id}.avif`,
  boards: lesson.script.boards.map((_, index) => `boards/${lesson.id}-${index + 1}.avif`),
});

/** Decodes one scene and schedules its writing: [{ pixels, strokes }]; state 0 is the empty board. */
async function prepareScene(scene, timing) {
  const states = [];
  for (const { step, png } of scene.shots) {
    const pixels = await toPixels(png, VIDEO);
    const before = states.at(-1)?.pixels;
    const when = timing(step);
    const strokes = before ? findStrokes(before, pixels, VIDEO, { whole: when.figure }) : [];
    states.push({
      pixels,
      strokes: before ? scheduleStrokes(strokes, when.start, when.available, when) : [],
    });
  }
  return states;
}

const titleTiming = (step) => ({ start: 0.3 + Math.max(0, step) * 1.1, available: step === 1 ? 1.1 : 1 });

const boardTiming = (script, plan, b) => (step) => {
  if (step < 1) return { start: plan.boards[b].start + TIMING.transition, available: 0.7 };
  const { start, hold } = plan.boards[b].steps[step - 1];
  const { svg, show } = script.boards[b].steps[step - 1];
  return { start: start + 0.15, available: Math.max(0.5, hold - start - 0.4), figure: Boolean(svg && !show) };
};

function stateAt(states, now, pen) {
  let index = 0;
  while (index + 1 < states.length && (states[index + 1].strokes[0]?.from ?? 0) <= now) index += 1;
  if (index === 0) return states[0].pixels;
  return writing(states[index - 1].pixels, states[index].pixels, states[index].strokes, now, pen);
}

function frameAt(now, scenes, plan, pen) {
  const board = plan.boards.findLastIndex(({ start }) => start <= now);
  if (board < 0) return stateAt(scenes[0].states, now, pen);
  const progress = (now - plan.boards[board].start) / TIMING.transition;
  const scene = scenes[board + 1];
  if (progress < 1) return push(scenes[board].states.at(-1).pixels, scene.states[0].pixels, progress);
  return stateAt(scene.states, now, pen);
}

async function encodeVideo({ scenes, plan, track, pen, audioFile, file }) {
  const size = `${VIDEO.width}x${VIDEO.height}`;
  const encoder = startProgram('ffmpeg', [
    '-hide_banner',
    '-loglevel',
    'error',
    '-y',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    size,
    '-r',
    String(VIDEO.fps),
    '-i',
    'pipe:0',
    '-i',
    audioFile,
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv',
    ...ENCODER,
    '-threads',
    '1',
    '-c:a',
    'copy',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-movflags',
    '+faststart',
    file,
  ]);
  const loudness = levels(track, VIDEO.fps);
  const total = Math.ceil(plan.duration * VIDEO.fps);
  for (let n = 0; n < total; n += 1) {
    const now = n / VIDEO.fps;
    const board = plan.boards.findLastIndex(({ start }) => start + TIMING.transition <= now);
    const frame = withMeter(frameAt(now, scenes, plan, pen), scenes[board + 1].meter, loudness[n] ?? 0);
    if (!encoder.stdin.write(frame)) await new Promise((resolve) => encoder.stdin.once('drain', resolve));
  }
  encoder.stdin.end();
  await encoder.done;
}

export async function makeVideo({ lesson, browser, pen, voiceDir, fontDir }) {
  const folder = courseDir(lesson.course.id);
  const files = lessonFiles(lesson);
  const at = (name) => path.join(folder, name);
  for (const name of ['media', 'boards']) mkdirSync(at(name), { recursive: true });

  const speech = [];
  for (const board of lesson.script.boards) {
    const sentences = [];
    for (const step of board.steps) sentences.push(await speak(step, voiceDir));
    speech.push(sentences);
  }
  const plan = planLesson(speech);
  const track = mixTrack(plan, speech);
  await encodeAudio(track, at(files.audio));
  writeFileSync(at(files.captions), toVtt(lesson.script, plan));

  const { title, boards } = await photographLesson(browser, lesson, fontDir);
  await writeAvif(title.shots.at(-1).png, at(files.poster), BOARD);
  for (const [b, board] of boards.entries())
    await writeAvif(board.shots.at(-1).png, at(files.boards[b]), BOARD);

  const scenes = [{ states: await prepareScene(title, titleTiming) }];
  for (const [b, board] of boards.entries()) {
    scenes.push({
      states: await prepareScene(board, boardTiming(lesson.script, plan, b)),
      meter: board.meter,
    });
  }
  await encodeVideo({ scenes, plan, track, pen, audioFile: at(files.audio), file: at(files.video) });
  return {
    duration: Math.round(plan.duration),
    boardStarts: plan.boards.map(({ start }, b) => (b === 0 ? 0 : Math.round(start * 10) / 10)),
    warnings: boards.flatMap(({ fit }, b) =>
      fit.fits && fit.size >= 26 ? [] : [`board ${b + 1}: type size ${fit.size}`],
    ),
  };
}
