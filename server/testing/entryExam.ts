import type { EntrySubject } from '#contracts/entryExam.ts';
import { writeEntryVersion } from '../content/writeEntryExam.ts';
import { packs } from '../db/schema/catalog.ts';
import type { StoredSubject } from '../db/schema/entryExam.ts';
import type { Deps } from '../deps.ts';

const names: Record<EntrySubject, string> = { japanese: '国語', math: '数学', english: '英語' };

/** A subject of three questions: two to choose from (right: 2, 1) and one number (right: -3), in two areas. */
function subjectOf(id: EntrySubject): StoredSubject {
  const question = { body: '問い', passage: '', lang: 'ja' as const, quote: '', why: [`秘密の解説 ${id}`] };
  const options = ['ひとつめ', 'ふたつめ', 'みっつめ'];
  return {
    id,
    name: names[id],
    areas: [
      { id: 'choice', name: '選ぶ', courses: ['exam-a', 'gone'] },
      { id: 'number', name: '数', courses: [] },
    ],
    questions: [
      { ...question, id: `${id}-1`, area: 'choice', options, answer: 2 },
      { ...question, id: `${id}-2`, area: 'choice', options, answer: 1 },
      { ...question, id: `${id}-3`, area: 'number', options: [], answer: -3 },
    ],
  };
}

/** Stores a small entry exam as an import does. */
export async function storeEntryExam({ db, clock }: Deps): Promise<void> {
  const now = new Date(clock.now());
  const pack = { key: 'exam', name: '教材', license: 'CC0', credits: [], fingerprint: 'x', imported: now };
  await db.insert(packs).values(pack).onConflictDoNothing();
  const subjects = (['japanese', 'math', 'english'] as const).map(subjectOf);
  await writeEntryVersion(db, { key: 'exam-1', pack: 'exam', subjects }, now);
}
