import { type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import type { AnswerKey } from '#contracts/examKey.ts';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { test as base, type DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';
import { rightAnswers } from './marking.ts';

/** Subjects of the exams of the demo that are taken here (exams.md 2.4, exams B and C). */
const subjectsOf = {
  'common-b': ['japanese', 'math-1a', 'english-r', 'english-l', 'info'],
  'highschool-c': ['japanese', 'math', 'english', 'science', 'social'],
} as const;
type ExamName = keyof typeof subjectsOf;

/** What the database says of an attempt. */
export type StoredAttempt = {
  id: string;
  state: string;
  deadline: string;
  receipt_no: string | null;
  late_sync: boolean;
  needs_look: boolean;
  lease_epoch: number;
  outage_ms: number;
  total: number | null;
};

/** An exam of the demo, who takes it, and what has become of that. */
export type ExamHall = {
  site: DemoSite;
  id: number;
  /** Who has entered all subjects and has begun none. */
  taker: () => Promise<Learner>;
  path: (subject: string, page?: '' | '/checkpage' | '/checkresult') => string;
  /** What marks a subject. */
  key: (subject: string) => Promise<AnswerKey>;
  /** A right answer for each slot. */
  keys: (subject: string) => Promise<Record<string, string>>;
  /** Gives somebody who has entered a 志望 that asks for this subject alone. Answers its border. */
  wish: (who: Learner, subject: string) => Promise<number>;
  /** The newest version of the numbers of all takers, and the 偏差値 that a score has in it, worked out by the database. */
  placeOf: (subject: string, score: number) => Promise<{ version: number; deviation: number }>;
  /** Cards of the review by the group of the key that they are made of: why there is one. */
  cards: (who: Learner) => Promise<Record<string, string>>;
  /** @throws when there is none. */
  attempt: (who: Learner, subject: string) => Promise<StoredAttempt>;
  /** What the server has: a value for each answered slot. */
  answers: (attempt: string) => Promise<Record<string, string>>;
  /** The end of an attempt comes in so many ms, for the server; a device hears of it with its next exchange. */
  endIn: (attempt: string, ms: number) => Promise<void>;
};

type Cells = Record<string, { v: string }>;

/** The hall of an exam of the demo; whether its window is open is for the caller to see to. */
export async function openHall(site: DemoSite, name: ExamName): Promise<ExamHall> {
  const [exam] = await site.rows<{ id: number }>(`select id from exams where key = 'demo/${name}'`);
  const id = exam?.id ?? 0;
  const keyOf = async (subject: string) => {
    const [row] = await site.rows<{ key: AnswerKey }>(
      `select r.key from exam_key_revisions r
       join exam_subjects s on s.id = r.subject_id and s.key_revision = r.revision
       join exams e on e.version_id = s.version_id
       where e.id = ${id} and s.key = '${subject}'`,
    );
    if (!row) throw new Error(`The demo has no subject ${subject}.`);
    return row.key;
  };
  return {
    site,
    id,
    taker: () => site.server.ask({ ask: 'taker', exam: name, subjects: [...subjectsOf[name]] }),
    path: (subject, page = '') => `/mypage/mockexam/${id}/exam${page}?subject=${subject}`,
    key: keyOf,
    keys: async (subject) => rightAnswers(await keyOf(subject)),
    wish: async ({ id: user }, subject) => {
      const [border] = await site.rows<{ method: number; border: number }>(
        `select method_id as method, border from exam_borders
         where jsonb_array_length(subjects) = 1 and subjects -> 0 ->> 'id' = '${subject}'
         order by year desc, method_id limit 1`,
      );
      if (!border) throw new Error(`No 志望 asks for ${subject} alone.`);
      await site.rows(
        `insert into entry_desired (entry_id, rank, method_id)
         select id, 1, ${border.method} from exam_entries where user_id = ${user} and exam_id = ${id}`,
      );
      return border.border;
    },
    placeOf: async (subject, score) => {
      const [place] = await site.rows<{ version: number; deviation: string }>(
        `select c.version,
                round(50 + 10 * (${score} - sum(d.score * d.count)::numeric / sum(d.count))
                  / sqrt(sum(d.score * d.score * d.count)::numeric / sum(d.count)
                         - (sum(d.score * d.count)::numeric / sum(d.count)) ^ 2), 1) as deviation
         from exam_cohorts c join exam_distributions d on d.cohort_id = c.id
         where c.exam_id = ${id} and d.scope = 'subject' and d.key = '${subject}'
         group by c.version order by c.version desc limit 1`,
      );
      if (!place) throw new Error(`Nobody has taken ${subject}.`);
      return { version: place.version, deviation: Number(place.deviation) };
    },
    cards: async ({ id: user }) => {
      const rows = await site.rows<{ group: string; reason: string }>(
        `select "group", reason from review_cards where user_id = ${user}`,
      );
      return Object.fromEntries(rows.map(({ group, reason }) => [group, reason]));
    },
    attempt: async ({ id: user }, subject) => {
      const [row] = await site.rows<StoredAttempt>(
        `select a.id, a.state, a.deadline, a.receipt_no, a.late_sync, a.needs_look, a.lease_epoch,
                a.outage_ms, s.total
         from exam_attempts a left join exam_scores s on s.attempt_id = a.id
         where a.user_id = ${user} and a.subject = '${subject}'`,
      );
      if (!row) throw new Error(`${subject} has not been begun.`);
      return row;
    },
    answers: async (attempt) => {
      const [row] = await site.rows<{ cells: Cells }>(
        `select cells from exam_answers where attempt_id = '${attempt}'`,
      );
      const cells = Object.entries(row?.cells ?? {}).filter(([, { v }]) => v !== '');
      return Object.fromEntries(cells.map(([slot, { v }]) => [slot, v]));
    },
    endIn: async (attempt, ms) => {
      await site.rows(
        `update exam_attempts
         set base_deadline = base_deadline + (now() + ${ms} * interval '1 millisecond' - deadline),
             deadline = now() + ${ms} * interval '1 millisecond'
         where id = '${attempt}'`,
      );
    },
  };
}

type Visit = BrowserContextOptions & { as: Learner; at: string };

type Fixtures = {
  /** Which exam of the demo. */
  examName: ExamName;
  hall: ExamHall;
  taker: Learner;
  /** A device with the whole app, as one that was here before; the page stands at `at`. */
  device: (visit: Visit) => Promise<Page>;
};

/**
 * The screen can be kept on, whether or not this browser has one: without it the room says so above the questions, which
 * is for `refusals.spec.ts`. Runs in the page.
 */
function keepsScreenOn(): void {
  const lock = { release: async () => undefined, addEventListener: () => undefined };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: async () => lock } });
}

/** Tests of the exam room: the production build in a real browser, the real server with the exams of the demo. */
export const test = base.extend<Fixtures>({
  // What is waited for with a tap: without a limit of its own a wrong page ends a test minutes later, and says nothing.
  actionTimeout: 60_000,
  examName: ['common-b', { option: true }],
  hall: async ({ site, examName }, use) => {
    const window = `where key = 'demo/${examName}'`;
    const [before] = await site.rows<{ exam_from: string; exam_until: string }>(
      `select exam_from, exam_until from exams ${window}`,
    );
    await site.rows(`update exams set exam_from = least(exam_from, now() - interval '1 hour') ${window}`);
    await use(await openHall(site, examName));
    // A test that failed may have left the server dead.
    await site.reset();
    await site.server.ask({ ask: 'passed', ms: 0 });
    await site.rows(
      `update exams set exam_from = '${before?.exam_from}', exam_until = '${before?.exam_until}' ${window}`,
    );
  },
  taker: async ({ hall }, use) => use(await hall.taker()),
  visit: async ({ visit }, use) => {
    await use(async (how) => {
      const page = await visit(how);
      await page.context().addInitScript(keepsScreenOn);
      await page.evaluate(keepsScreenOn);
      return page;
    });
  },
  device: async ({ visit }, use) => {
    await use(async (how) => {
      const page = await visit({ serviceWorkers: 'allow', ...how });
      await workerIsWarm(page);
      return page;
    });
  },
});

/** The parts of the page that are named for the outside. */
export const on = (page: Page, name: string): Locator => page.locator('#root').getByTestId(name);

/** From the lobby to the first question: the pack is brought, sound is heard where there is some, time runs. */
export async function startHere(page: Page, { withSound = false } = {}): Promise<void> {
  await on(page, 'exam-prepare').click();
  if (withSound) {
    // When the questions are whole, the lines about their coming go, and the buttons move up.
    await expect(page.locator('#root [data-check="ok"]').filter({ hasText: '問題' })).toBeVisible();
    await on(page, 'exam-sound').click();
    await on(page, 'exam-sound-yes').click();
  }
  await expect(on(page, 'exam-start')).toBeEnabled();
  await on(page, 'exam-start').click();
  await isWritable(page);
}

/** The room is drawn before this tab has its turn to write: a key pressed until then is lost. */
export async function isWritable(page: Page): Promise<void> {
  await expect(on(page, 'exam-question')).toBeVisible();
  await expect(on(page, 'exam-flag')).toBeEnabled();
}

/** The slots of the open question that are answered by a choice, in their order. */
async function choicesHere(page: Page): Promise<string[]> {
  const slots = await on(page, 'exam-option').evaluateAll((found) =>
    found.map((one) => (one as HTMLElement).dataset.slot ?? ''),
  );
  return [...new Set(slots)];
}

/**
 * Answers so many questions from the open one on, each with its key, and stands on the one after them. Answers what was
 * chosen, by the slot.
 */
export async function answerOn(
  page: Page,
  keys: Record<string, string>,
  questions: number,
): Promise<Record<string, string>> {
  const chosen: Record<string, string> = {};
  // After a step back the review still stands for a moment: no choices would be found there.
  await expect(on(page, 'exam-question')).toBeVisible();
  for (let nth = 0; nth < questions; nth += 1) {
    for (const slot of await choicesHere(page)) {
      const value = keys[slot] ?? '';
      await page.locator(`#root input[data-slot="${slot}"][value="${value}"]`).check();
      chosen[slot] = value;
    }
    const question = await on(page, 'exam-question').getAttribute('data-question');
    if ((await on(page, 'exam-next').count()) === 0) break;
    await on(page, 'exam-next').click();
    await expect(on(page, 'exam-question')).not.toHaveAttribute('data-question', question ?? '');
  }
  return chosen;
}

/** From the review to the end of the subject; in writing where much is open. */
export async function handIn(page: Page): Promise<void> {
  await on(page, 'exam-submit').click();
  const word = page.getByLabel('「提出」と入力');
  const confirm = page.getByTestId('exam-submit-confirm');
  await expect(confirm).toBeVisible();
  if (await word.isVisible()) await word.fill('提出');
  await confirm.click();
}

/** All answers that stand in the page, from its mark sheet or its review: by the slot. */
export async function shownAnswers(page: Page): Promise<Record<string, string>> {
  return page.locator('#root [data-slot][data-value]').evaluateAll((found) =>
    Object.fromEntries(
      found.flatMap((one) => {
        const { slot, value } = (one as HTMLElement).dataset;
        return slot && value ? [[slot, value]] : [];
      }),
    ),
  );
}

/** What the databases of this device hold of an exam: how many answers, and which question is open. Runs in the page. */
export async function keptHere(): Promise<{ answers: number; open: string }> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('x_'))?.name;
  const nothing = { answers: -1, open: '' };
  if (!name) return nothing;
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onerror = () => resolve(nothing);
    request.onsuccess = () => {
      const db = request.result;
      const looking = db.transaction(['cells', 'attempts']);
      const cells = looking.objectStore('cells').count();
      const attempts = looking.objectStore('attempts').getAll();
      looking.oncomplete = () => {
        db.close();
        resolve({ answers: cells.result, open: attempts.result[0]?.place ?? '' });
      };
    };
  });
}

/**
 * No answer reaches the databases of this device from here on: a transaction that never ends stands before all writes.
 * Runs in the page.
 */
export async function blockAnswers(): Promise<void> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('x_'))?.name;
  if (!name) throw new Error('There is no exam on this device.');
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cells = request.result.transaction('cells', 'readwrite').objectStore('cells');
      const goOn = () => {
        cells.count().onsuccess = goOn;
        resolve();
      };
      cells.count().onsuccess = goOn;
    };
  });
}

export { expect };
