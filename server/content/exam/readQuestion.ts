import type { Question, Slot } from '#contracts/examContent.ts';
import { groupFull, type ScoringGroup } from '#contracts/examKey.ts';
import { printedKey } from '#contracts/examShownKey.ts';
import type { ExamAsset, ExamContext, FigureContent, SubjectContent } from './examTypes.ts';
import { readFigures } from './figure.ts';
import type { QuestionFile, SubjectFile } from './formats.ts';
import type { PassageContent } from './passage.ts';
import { figureHtml, type RichContext, renderInline, renderRich } from './richText.ts';
import { readScore } from './scoring.ts';
import { type NamedSlot, slotsOf } from './slots.ts';

/** What a question is read with. Paths of items count from the question. */
export type QuestionPlace = {
  context: ExamContext;
  file: string;
  subject: SubjectFile;
  section: SubjectFile['sections'][number];
  /** Place in the subject, and within the section, from 1. */
  no: number;
  nth: number;
  lineOf(...item: PropertyKey[]): number;
  textLine(...item: PropertyKey[]): number;
  /** The next 解答番号. */
  number(): number;
  /** Passages of the section, then of the question itself. */
  passages: readonly PassageContent[];
  ownPassages: readonly PassageContent[];
  units: ReadonlyMap<string, { lessons: readonly string[] }>;
  lessons: ReadonlySet<string>;
  kind: string;
};

export type QuestionContent = {
  question: Question;
  groups: ScoringGroup[];
  answer: SubjectContent['answers']['questions'][number];
  assets: ExamAsset[];
};

type Report = (message: string, ...item: PropertyKey[]) => void;

function checkNames(file: QuestionFile, slots: readonly NamedSlot[], report: Report): void {
  const names = slots.map(({ name }) => name);
  if (names.length === 0) report('slots に解答欄を1つ以上書いてください。', 'slots');
  for (const [at, name] of names.entries())
    if (names.indexOf(name) < at) report(`解答欄「${name}」が2回書かれています。`, 'slots');
  const isChoice = slots.some(({ kind }) => kind === 'choice');
  if (isChoice && file.options === undefined) report('選択肢 (options) がありません。', 'slots');
  if (!isChoice && file.options !== undefined)
    report('options は選ぶ解答欄 (choice) のためのものです。', 'options');
  if (!isChoice && file.max > 1) report('max は選ぶ解答欄 (choice) のためのものです。', 'max');
}

/** The options of one choice as they are written; `path` is where they stand. */
function optionsFor(file: QuestionFile, slot: NamedSlot) {
  if (file.options === undefined) return null;
  if (Array.isArray(file.options)) return { list: file.options, path: ['options'] };
  const list = file.options[slot.name];
  return list ? { list, path: ['options', slot.name] } : null;
}

function checkOptions(file: QuestionFile, slots: readonly NamedSlot[], report: Report): void {
  const choices = slots.filter(({ kind }) => kind === 'choice');
  if (file.options !== undefined && !Array.isArray(file.options)) {
    for (const name of Object.keys(file.options))
      if (!choices.some((slot) => slot.name === name))
        report(`解答欄「${name}」は slots の choice にありません。`, 'options', name);
    for (const { name } of choices)
      if (!file.options[name]) report(`解答欄「${name}」の選択肢がありません。`, 'options');
  }
  const shortest = Math.min(...choices.map((slot) => optionsFor(file, slot)?.list.length ?? 99));
  if (choices.length > 0 && file.max > 1 && file.max >= shortest)
    report(`max は選択肢の数 (${shortest}) より小さくしてください。`, 'max');
}

/** Renders the options of a choice, each once for all slots that share them. */
function renderOptions(
  file: QuestionFile,
  slot: NamedSlot,
  rich: Omit<RichContext, 'firstLine'>,
  place: QuestionPlace,
): Slot['options'] {
  const found = optionsFor(file, slot);
  if (!found) return [];
  return found.list.map((written, at) => {
    const path = [...found.path, at];
    const option = typeof written === 'object' ? written : { text: String(written), figure: undefined };
    const firstLine = typeof written === 'object' ? place.textLine(...path, 'text') : place.textLine(...path);
    const words =
      option.text === '' ? '' : renderInline(option.text, { ...rich, firstLine, isWithoutRuby: true });
    const figure = option.figure === undefined ? undefined : rich.figures.get(option.figure);
    if (option.figure !== undefined && !figure)
      rich.problems.add(
        rich.file,
        place.lineOf(...path, 'figure'),
        `図「${option.figure}」は figures にありません。`,
      );
    if (option.text === '' && option.figure === undefined)
      rich.problems.add(rich.file, place.lineOf(...path), '選択肢が空です。');
    return { value: String(file.options_from + at), html: words + (figure ? figureHtml(figure) : '') };
  });
}

function slotFor(slot: NamedSlot, file: QuestionFile, options: Slot['options'], place: QuestionPlace): Slot {
  const isSelf = slot.kind === 'self';
  return {
    id: slot.id,
    kind: slot.kind,
    label: slot.label,
    options,
    max: slot.kind === 'choice' ? file.max : 1,
    signs: slot.kind === 'mark' ? place.subject.signs : '',
    chars: isSelf ? file.length : null,
    is_drawn: isSelf && file.drawing,
  };
}

function figuresOfOptions(file: QuestionFile): Set<string> {
  const lists =
    file.options === undefined
      ? []
      : Array.isArray(file.options)
        ? [file.options]
        : Object.values(file.options);
  return new Set(
    lists.flat().flatMap((option) => (typeof option === 'object' && option.figure ? [option.figure] : [])),
  );
}

/** The passage that a question belongs to: the one with its anchor, its own, or the first of the section. */
function passageOf(file: QuestionFile, place: QuestionPlace, report: Report): string | null {
  const [own] = place.ownPassages;
  const [first] = place.passages;
  if (file.anchor === undefined) return (own ?? first)?.passage.id ?? null;
  const found = place.passages.find(({ targets }) => targets.has(file.anchor ?? ''));
  if (!found) report(`「${file.anchor}」は文章の傍線部や空欄にありません。`, 'anchor');
  return found?.passage.id ?? null;
}

function checkLinks(file: QuestionFile, place: QuestionPlace, report: Report): void {
  if (!place.units.has(file.unit)) report(`単元「${file.unit}」は units.yaml にありません。`, 'unit');
  if (file.lesson && !place.lessons.has(file.lesson.id))
    report(`レッスン「${file.lesson.id}」はこの教材にありません。`, 'lesson', 'id');
  const track = file.track;
  if (track !== undefined && !place.subject.tracks.some(({ id }) => id === track))
    report(`音声「${track}」は tracks にありません。`, 'track');
  if (place.kind === 'konoshiki' && file.level === undefined)
    report('診断の問題には level (1、2、3) を書いてください。');
}

function answerOf(
  file: QuestionFile,
  groups: readonly ScoringGroup[],
  html: { why: string; model: string },
  place: QuestionPlace,
): QuestionContent['answer'] {
  const kinds = new Map(groups.flatMap(({ slots }) => slots.map(({ id, kind }) => [id, kind] as const)));
  const lessons = [file.lesson?.id, ...(place.units.get(file.unit)?.lessons ?? [])];
  const scores = Array.isArray(file.score) ? file.score : [file.score];
  return {
    id: file.id,
    why: html.why,
    lessons: [...new Set(lessons.filter((id) => id !== undefined))],
    keys: Object.fromEntries(
      groups.flatMap(({ keys }) =>
        Object.entries(keys).map(([slot, values]) => [slot, printedKey(values, kinds.get(slot) ?? 'text')]),
      ),
    ),
    rubric: scores.flatMap(({ rubric }) => rubric.map(({ text, points }) => ({ text, points }))),
    model: html.model,
  };
}

type Room = { slots: NamedSlot[]; figures: Map<string, FigureContent>; rich: Omit<RichContext, 'firstLine'> };

function bodyHtml(file: QuestionFile, { slots, figures, rich }: Room, place: QuestionPlace, report: Report) {
  const body = renderRich(file.body, { ...rich, firstLine: place.textLine('body') });
  const shown = new Set([...body.figures, ...figuresOfOptions(file)]);
  const marked = new Set([...body.marks, ...body.blanks]);
  for (const { name, kind } of slots)
    if (kind === 'mark' && !marked.has(name))
      report(`解答欄「${name}」の \\mark{${name}} が body にありません。`, 'body');
  const rest = [...figures].filter(([id]) => !shown.has(id)).map(([, figure]) => figureHtml(figure));
  return { html: body.html + rest.join(''), reading: file.reading };
}

/** Reads a question of a subject with everything that is checked in it (exams.md 2.2). */
export async function readQuestion(file: QuestionFile, place: QuestionPlace): Promise<QuestionContent> {
  const { context, lineOf, section } = place;
  const report: Report = (message, ...item) => context.problems.add(place.file, lineOf(...item), message);
  const slots = slotsOf(file, place.number);
  checkNames(file, slots, report);
  checkOptions(file, slots, report);
  checkLinks(file, place, report);
  const figures = await readFigures(file.figures, place.file, (id) => lineOf('figures', id, 'file'), context);
  const rich = {
    file: place.file,
    problems: context.problems,
    label: (name: string) => slots.find((slot) => slot.name === name)?.label ?? null,
    figures,
  };
  const options = new Map<string, Slot['options']>();
  for (const slot of slots.filter(({ kind }) => kind === 'choice')) {
    const shared = Array.isArray(file.options) ? [...options.values()][0] : undefined;
    options.set(slot.name, shared ?? renderOptions(file, slot, rich, place));
  }
  const groups = readScore(
    file.score,
    {
      question: file.id,
      section: section.id,
      unit: file.unit,
      skill: section.skill ?? '',
      slots,
      options: new Map([...options].map(([name, list]) => [name, list.map(({ value }) => value)])),
      max: file.max,
      signs: place.subject.signs,
    },
    report,
  );
  const body = bodyHtml(file, { slots, figures, rich }, place, report);
  const why = renderRich(file.why, { ...rich, firstLine: place.textLine('why') }).html;
  const model =
    file.model === '' ? '' : renderRich(file.model, { ...rich, firstLine: place.textLine('model') }).html;
  return {
    question: {
      id: file.id,
      no: place.no,
      label: file.label || `問${place.nth}`,
      unit: file.unit,
      passage: passageOf(file, place, report),
      anchor: file.anchor ?? null,
      ...body,
      lang: file.lang,
      track: file.track ?? section.track ?? null,
      skill: section.skill ?? '',
      slots: slots.map((slot) => slotFor(slot, file, options.get(slot.name) ?? [], place)),
      groups: groups.map((group) => ({
        id: group.id,
        slots: group.slots.map(({ id }) => id),
        points: groupFull(group),
        rule: group.rule,
      })),
    },
    groups,
    answer: answerOf(file, groups, { why, model }, place),
    assets: [...figures.values()].map(({ asset }) => asset),
  };
}
