import type { Passage } from '#contracts/examContent.ts';
import type { Place } from '../model.ts';
import { texts } from '../texts.ts';
import type { MarkableText } from './MarkerSheet.tsx';

/** Names of the texts that can be marked: a passage keeps its marks for every question that uses it. */
export const passagePart = (id: string) => `p:${id}`;
export const questionPart = (id: string) => `q:${id}`;
export const leadPart = (section: string) => `s:${section}`;

/** The texts of a question, in reading order. */
export function markableTexts(passages: readonly Passage[], { question, section }: Place): MarkableText[] {
  const read = passages
    .filter(({ figure, html }) => figure === null && html !== '')
    .map(({ id, title, html, lang }) => ({
      part: passagePart(id),
      title: title || texts.passage,
      html,
      lang,
    }));
  const lead = section.questions[0]?.id === question.id ? section.html : '';
  const asked = [
    { part: leadPart(section.id), title: section.name, html: lead, lang: 'ja' },
    { part: questionPart(question.id), title: texts.questionPane, html: question.html, lang: question.lang },
  ];
  return [...read, ...asked.filter(({ html }) => html !== '')];
}
