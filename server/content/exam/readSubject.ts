import { basename, join } from 'node:path';
import type { Paper } from '#contracts/examContent.ts';
import { fullOf } from '#contracts/examScore.ts';
import { missingGlyphs } from '../../papers/fonts.ts';
import { isInPack } from '../packNames.ts';
import type { FilePosition } from '../packTypes.ts';
import { readYamlFile } from '../yamlFile.ts';
import type { ExamAsset, ExamContext, SubjectContent, UnitContent } from './examTypes.ts';
import { examSubjectFormat, type SubjectFile } from './formats.ts';
import { type PassageContent, readPassage } from './passage.ts';
import { type QuestionContent, readQuestion } from './readQuestion.ts';
import { renderRich } from './richText.ts';
import { sumOf } from './scoring.ts';
import { checkTracks, readTrackFile } from './track.ts';

/** What subjects of an exam are read with. */
export type SubjectContext = ExamContext & {
  kind: string;
  exam: string;
  units: ReadonlyMap<string, UnitContent>;
  lessons: ReadonlySet<string>;
  /** Passages of the exam that were read. */
  passages: Map<string, PassageContent | null>;
};

type Section = SubjectFile['sections'][number];
type Report = (message: string, ...item: PropertyKey[]) => void;
type Lines = { lineOf(...item: PropertyKey[]): number; textLine(...item: PropertyKey[]): number };

const pathsOf = (written: string | string[] | undefined) =>
  written === undefined ? [] : Array.isArray(written) ? written : [written];

async function passagesOf(
  written: string | string[] | undefined,
  report: (message: string) => void,
  context: SubjectContext,
): Promise<PassageContent[]> {
  const read: PassageContent[] = [];
  for (const path of pathsOf(written)) {
    if (!/^passages\/[^/]+\.md$/.test(path)) {
      report(`文章「${path}」は passages/ の .md ファイルにしてください。`);
      continue;
    }
    context.used.add(path);
    if (!context.passages.has(path)) {
      const isThere = await isInPack(context.root, join(context.folder, path));
      if (!isThere) report(`文章「${path}」がありません。`);
      context.passages.set(path, isThere ? await readPassage(path, context) : null);
    }
    const passage = context.passages.get(path);
    if (passage) read.push(passage);
  }
  return read;
}

function reportTwice(
  what: string,
  ids: readonly string[],
  report: (message: string, at: number) => void,
): void {
  for (const [at, id] of ids.entries())
    if (ids.indexOf(id) < at) report(`${what}の id「${id}」が2回使われています。`, at);
}

function checkIds({ sections, tracks, choose }: SubjectFile, report: Report): void {
  reportTwice(
    '大問',
    sections.map(({ id }) => id),
    (message, at) => report(message, 'sections', at, 'id'),
  );
  reportTwice(
    '音声',
    tracks.map(({ id }) => id),
    (message, at) => report(message, 'tracks', at, 'id'),
  );
  reportTwice(
    '選択問題',
    choose.map(({ id }) => id),
    (message, at) => report(message, 'choose', at, 'id'),
  );
  const first = new Set<string>();
  for (const [s, { questions }] of sections.entries())
    for (const [q, { id }] of questions.entries()) {
      if (first.has(id))
        report(`問題の id「${id}」が2回使われています。`, 'sections', s, 'questions', q, 'id');
      first.add(id);
    }
}

function checkChoose(
  { choose, sections }: SubjectFile,
  groups: SubjectContent['key']['groups'],
  report: Report,
): void {
  const taken = new Set<string>();
  for (const [at, { pick, sections: named }] of choose.entries()) {
    for (const [nth, id] of named.entries()) {
      const where = ['choose', at, 'sections', nth] as const;
      if (!sections.some((section) => section.id === id))
        report(`大問「${id}」は sections にありません。`, ...where);
      if (taken.has(id)) report(`大問「${id}」は選択問題に2回書かれています。`, ...where);
      taken.add(id);
    }
    if (pick >= named.length) report('pick は大問の数より小さくしてください。', 'choose', at, 'pick');
    const sums = named.map((id) => sumOf(groups.filter(({ section }) => section === id)));
    if (new Set(sums).size > 1)
      report(`選択問題の大問の配点がそろっていません (${sums.join('、')} 点)。`, 'choose', at);
  }
}

function checkKind({ sections, tracks }: SubjectFile, kind: string, report: Report): void {
  for (const [at, section] of sections.entries()) {
    if (kind === 'english' && section.skill === undefined)
      report('英語のテストの大問には skill を書いてください。', 'sections', at);
    if (kind !== 'english' && section.skill !== undefined)
      report('skill は英語のテストのためのものです。', 'sections', at, 'skill');
    const { track } = section;
    if (track !== undefined && !tracks.some(({ id }) => id === track))
      report(`音声「${track}」は tracks にありません。`, 'sections', at, 'track');
  }
  for (const [at, { id }] of tracks.entries()) {
    const isPlayed = sections.some(
      ({ track, questions }) => track === id || questions.some((question) => question.track === id),
    );
    if (!isPlayed) report(`音声「${id}」を使う問題がありません。`, 'tracks', at, 'id');
  }
}

async function readTracks(subject: SubjectFile, file: string, lines: Lines, context: SubjectContext) {
  const assets: ExamAsset[] = [];
  const tracks: Paper['tracks'] = [];
  const told: SubjectContent['answers']['tracks'] = [];
  for (const [at, track] of subject.tracks.entries()) {
    context.used.add(track.file);
    if (track.script.includes('要記入'))
      context.problems.add(
        file,
        lines.lineOf('tracks', at, 'script'),
        '「要記入」を実際の台本に書きかえてください。',
      );
    const asset = await readTrackFile(track, { file, line: lines.lineOf('tracks', at, 'file') }, context);
    if (asset) assets.push(asset);
    const html = (name: 'script' | 'translation') =>
      track[name] === ''
        ? ''
        : renderRich(track[name], {
            file,
            firstLine: lines.textLine('tracks', at, name),
            problems: context.problems,
            label: (blank) => blank,
            figures: new Map(),
          }).html;
    const script = html('script');
    const { id, name, plays, gap_sec, preview_sec } = track;
    tracks.push({
      ...{ id, name, plays, gap_sec, preview_sec, script },
      file: asset?.name ?? '',
      seconds: track.duration_sec,
    });
    told.push({ id, script, translation: html('translation') });
  }
  return { assets, tracks, told };
}

/** Warns of names on the printed result that have a sign which its font lacks. */
async function warnOfSigns(texts: [string, number][], file: string, context: SubjectContext): Promise<void> {
  for (const [text, line] of texts) {
    const missing = await missingGlyphs(text);
    if (missing.length > 0)
      context.problems.warn(file, line, `「${missing.join('')}」は成績表のPDFに印刷できません。`);
  }
}

type ReadSection = {
  section: Paper['sections'][number];
  questions: QuestionContent[];
  passages: PassageContent[];
};
type Counters = { no: number; slot: number };

async function readSection(
  section: Section,
  at: number,
  place: { subject: SubjectFile; file: string; lines: Lines; counters: Counters; context: SubjectContext },
): Promise<ReadSection> {
  const { subject, file, lines, counters, context } = place;
  const add = (item: PropertyKey[]) => (message: string) =>
    context.problems.add(file, lines.lineOf('sections', at, ...item), message);
  const shared = await passagesOf(section.passage, add(['passage']), context);
  const questions: QuestionContent[] = [];
  const passages = [...shared];
  for (const [q, written] of section.questions.entries()) {
    const from = ['sections', at, 'questions', q];
    const own = await passagesOf(written.passage, add(['questions', q, 'passage']), context);
    for (const passage of own) if (!passages.includes(passage)) passages.push(passage);
    counters.no += 1;
    questions.push(
      await readQuestion(written, {
        ...{ context, file, subject, section, no: counters.no, nth: q + 1, kind: context.kind },
        lineOf: (...item) => lines.lineOf(...from, ...item),
        textLine: (...item) => lines.textLine(...from, ...item),
        number: () => {
          counters.slot += 1;
          return counters.slot;
        },
        passages: [...own, ...shared],
        ownPassages: own,
        units: context.units,
        lessons: context.lessons,
      }),
    );
  }
  const html = renderRich(section.lead, {
    file,
    firstLine: lines.textLine('sections', at, 'lead'),
    problems: context.problems,
    label: (name) => name,
    figures: new Map(),
  }).html;
  return {
    section: {
      id: section.id,
      name: section.name,
      html,
      passages: passages.map(({ passage }) => passage.id),
      questions: questions.map(({ question }) => question),
    },
    questions,
    passages,
  };
}

/** Places of the parts, by kind and id, to report a change that comes too late. */
function placesOf(
  subject: SubjectFile,
  file: string,
  { lineOf }: Lines,
  passages: PassageContent[],
  folder: string,
) {
  const places = new Map<string, FilePosition>([['subject', { file, line: 1 }]]);
  for (const [t, { id }] of subject.tracks.entries())
    places.set(`track:${id}`, { file, line: lineOf('tracks', t, 'id') });
  for (const [s, { id, questions }] of subject.sections.entries()) {
    places.set(`section:${id}`, { file, line: lineOf('sections', s, 'id') });
    for (const [q, question] of questions.entries())
      places.set(`question:${question.id}`, { file, line: lineOf('sections', s, 'questions', q, 'id') });
  }
  for (const { passage } of passages)
    places.set(`passage:${passage.id}`, { file: join(folder, `passages/${passage.id}.md`), line: 1 });
  return places;
}

const onceByName = (assets: ExamAsset[]) => [...new Map(assets.map((asset) => [asset.name, asset])).values()];

/** Reads subjects/<id>.yaml with its passages and files (exams.md 2.2). `null` when the file itself cannot be read. */
export async function readSubject(id: string, context: SubjectContext): Promise<SubjectContent | null> {
  const { root, folder, problems } = context;
  const file = join(folder, 'subjects', `${basename(id)}.yaml`);
  const markdown = ['body', 'why', 'model', 'lead', 'script', 'translation'];
  const { value: subject, ...lines } = await readYamlFile(root, file, examSubjectFormat, problems, markdown);
  if (!subject) return null;
  const report: Report = (message, ...item) => problems.add(file, lines.lineOf(...item), message);
  checkIds(subject, report);
  checkKind(subject, context.kind, report);
  const sound = await readTracks(subject, file, lines, context);
  checkTracks(subject, sound.assets, (message) => report(message, 'tracks'));
  const counters = { no: 0, slot: 0 };
  const read: ReadSection[] = [];
  for (const [at, section] of subject.sections.entries())
    read.push(await readSection(section, at, { subject, file, lines, counters, context }));
  const questions = read.flatMap((section) => section.questions);
  const passages = [...new Set(read.flatMap((section) => section.passages))];
  const key = {
    groups: questions.flatMap(({ groups }) => groups),
    choices: subject.choose.map(({ id: choice, pick, sections }) => ({
      id: choice,
      choose: pick,
      of: subject.sections.map((section) => section.id).filter((section) => sections.includes(section)),
    })),
  };
  checkChoose(subject, key.groups, report);
  // Even if a group is taken out later, it still belongs to the printed paper.
  const printed = fullOf({ ...key, groups: key.groups.map((group) => ({ ...group, void: 'all_points' })) });
  if (printed !== subject.points)
    report(`配点を合わせると ${printed} 点ですが、points は ${subject.points} です。`, 'points');
  await warnOfSigns(
    [
      [subject.name, lines.lineOf('name')],
      ...subject.sections.map(({ name }, s): [string, number] => [name, lines.lineOf('sections', s, 'name')]),
    ],
    file,
    context,
  );
  const units = [...new Set(questions.map(({ question }) => question.unit))];
  return {
    id,
    isRequired: subject.is_required,
    group: subject.group ?? null,
    hasListening: subject.tracks.length > 0,
    slots: questions.reduce((sum, { question }) => sum + question.slots.length, 0),
    paper: {
      format: 1,
      exam: context.exam,
      subject: id,
      version: '',
      name: subject.name,
      minutes: subject.minutes,
      points: subject.points,
      units: units.map((unit) => ({ id: unit, name: context.units.get(unit)?.name ?? '' })),
      sections: read.map(({ section }) => section),
      choices: key.choices.map((choice, at) => ({ ...choice, name: subject.choose[at]?.name ?? '' })),
      passages: passages.map(({ passage }) => passage),
      tracks: sound.tracks,
    },
    answers: {
      format: 1,
      subject: id,
      version: '',
      questions: questions.map(({ answer }) => answer),
      tracks: sound.told,
    },
    key,
    assets: onceByName([
      ...sound.assets,
      ...questions.flatMap(({ assets }) => assets),
      ...passages.flatMap(({ assets }) => assets),
    ]),
    places: placesOf(subject, file, lines, passages, folder),
  };
}
