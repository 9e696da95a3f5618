import type { SlotKind } from '#contracts/examContent.ts';
import type { QuestionFile } from './formats.ts';

/** A slot of a question as it is written: `id` is its name in cells, `label` its 解答番号. */
export type NamedSlot = { id: string; name: string; kind: SlotKind; label: string };

/** Names as they are written: a string is taken apart into its signs. */
export function namesOf(written: string | readonly string[]): string[] {
  return typeof written === 'string' ? [...written] : [...written];
}

/** Names that are printed as they are; others get a running number. */
const isKana = (name: string) => /^[ァ-ヺ]/.test(name);

/**
 * The slots of a question in the order of its body: those that stand in it (`\mark{ア}`, `[[blank:A]]`), then the others as
 * they are written. `number` gives the next 解答番号.
 */
export function slotsOf(question: QuestionFile, number: () => number): NamedSlot[] {
  const kinds = Object.entries(question.slots) as [SlotKind, string | string[] | undefined][];
  const written = kinds.flatMap(([kind, names]) =>
    names === undefined ? [] : namesOf(names).map((name) => ({ kind, name })),
  );
  const inBody = namesInBody(
    question.body,
    written.map(({ name }) => name),
  );
  const place = (name: string) => {
    const at = inBody.indexOf(name);
    return at < 0 ? inBody.length + written.findIndex((slot) => slot.name === name) : at;
  };
  return written
    .toSorted((one, other) => place(one.name) - place(other.name))
    .map(({ kind, name }) => ({
      id: `${question.id}.${name}`,
      name,
      kind,
      label: isKana(name) ? name : String(number()),
    }));
}

function namesInBody(body: string, known: readonly string[]): string[] {
  const found = [...body.matchAll(/\\mark\{([^{}\n]*)\}|\[\[blank:([^\]]+)\]\]/g)];
  return found.flatMap(([, marked, blank]) => {
    const written = (marked ?? blank ?? '').trim();
    return known.includes(written) ? [written] : [...written];
  });
}
