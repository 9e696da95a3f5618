import type { Paper, SlotKind } from '#contracts/examContent.ts';

/** What a slot is called on paper. `id`: of its question; `question`: the label of that, `section`: 大問. */
type SlotName = {
  slot: string;
  kind: SlotKind;
  label: string;
  id: string;
  question: string;
  section: string;
};

/**
 * How everything that can be answered is called on paper. It is kept with the attempt, because the receipt and the file
 * with the answers have to name them when the questions are no longer open (exams.md 3.2).
 */
export type PaperNames = {
  /** In the order of the paper. */
  slots: readonly SlotName[];
  /** 選択問題: its name, and the names of its sections by their id. */
  choices: readonly { id: string; name: string; sections: Readonly<Record<string, string>> }[];
};

/** The names of a paper. */
export function namesOf({ sections, choices }: Paper): PaperNames {
  const nameOf = (id: string) => sections.find((section) => section.id === id)?.name ?? '';
  return {
    slots: sections.flatMap(({ name: section, questions }) =>
      questions.flatMap(({ id, label: question, slots }) =>
        slots.map(({ id: slot, kind, label }) => ({ slot, kind, label, id, question, section })),
      ),
    ),
    choices: choices.map(({ id, name, of }) => ({
      id,
      name,
      sections: Object.fromEntries(of.map((section) => [section, nameOf(section)])),
    })),
  };
}

/** The label of a slot, and the place of its question. Without names only the label at the end of its id is known. */
export function slotName(names: PaperNames | null, slot: string): { label: string; place: string } {
  const found = names?.slots.find((one) => one.slot === slot);
  if (!found) return { label: slot.slice(slot.lastIndexOf('.') + 1), place: '' };
  return { label: found.label, place: placeOf(found) };
}

/** 「第1問 問2」 of a question; `null`: it has no name here. */
export function questionName(names: PaperNames | null, id: string): string | null {
  const found = names?.slots.find((one) => one.id === id);
  return found ? placeOf(found) : null;
}

function placeOf({ section, question }: SlotName): string {
  return `${section} ${question}`.trim();
}
