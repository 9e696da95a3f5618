import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { Entry, MockExam, MockExamDetail, mockExamDetailSchema } from '#contracts/exam.ts';
import type { Page } from '#contracts/page.ts';
import { readValue } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { keepSingle, useSingle } from '#shared/lib/mirror/single.ts';
import { now } from '#shared/lib/time/clock.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { examOf, examsOf } from './api.ts';

/** A list of exams. */
export function useExams(status: 'open' | 'mine' | 'past'): Mirror<Page<MockExam>> {
  return useSingle(examsOf(status));
}

/** One exam with the learner's entry. */
export function useExam(id: string): Mirror<MockExamDetail> {
  return useSingle(examOf(id));
}

/** The server has answered a change of the entry: the shown exam is updated at once. */
export async function keepEntry(id: string, entry: Entry): Promise<void> {
  const db: UserDb = currentDb();
  const { name, schema } = examOf(id);
  const row = await db.singles.get(name.join(':'));
  const exam: z.output<typeof mockExamDetailSchema> | undefined = readValue(row, schema);
  if (!exam) return;
  const selected = new Set(entry.selected_subjects);
  const subjects = exam.subjects.map((subject) => ({ ...subject, is_selected: selected.has(subject.id) }));
  await keepSingle(db, name, { ...exam, entry, my_status: entry.status, subjects }, now());
}

/** The current time by the server's clock, updated often enough for a countdown in minutes. */
export function useMoment(everyMs = 20_000): number {
  const [moment, setMoment] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setMoment(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return moment;
}
