/**
 * What the files of a content pack may say (README of the folder, `server/content/README.md`). Strict: an unknown name
 * is a mistake, because a mistyped name would be ignored without a message. Lengths in characters, times in seconds.
 */
import * as z from 'zod/mini';
import { courseGrades, courseLevels } from '#contracts/catalogue.ts';
import { entrySubjects } from '#contracts/entryExam.ts';
import { campaignTargets, heroPictures } from '#contracts/site.ts';
import { inquiryCategories } from '#contracts/support.ts';
import { isoTime } from '#contracts/wire.ts';
import { moment } from './moments.ts';

export const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** Ids of a pack, and the folders of its pages. */
export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
export const key = z.string().check(z.regex(slugPattern, '英小文字・数字・ハイフンだけで書いてください'));
const path = z.string().check(z.minLength(1), z.maxLength(200));
export const yen = z.int().check(z.minimum(0), z.maximum(1_000_000));
const seconds = z.number().check(z.minimum(0), z.maximum(86_400));

export const subjectIds = [
  'math',
  'english',
  'japanese',
  'physics',
  'chemistry',
  'biology',
  'earth',
  'history',
  'geography',
  'civics',
  'information',
] as const;

/** pack.yaml */
export const packFormat = z.strictObject({
  format: z.literal(1),
  id: key,
  name: line(100),
  license: line(500),
  credits: z._default(
    z.array(
      z.strictObject({
        name: line(200),
        by: z.optional(line(300)),
        license: line(200),
        license_url: z.optional(z.url()),
        url: z.optional(z.url()),
        used_for: z.optional(line(200)),
      }),
    ),
    [],
  ),
});

/** teachers.yaml. Without `photo`, `teachers/<id>.webp` is taken when it is there. */
export const teachersFormat = z.array(
  z.strictObject({
    id: key,
    name: line(40),
    kana: line(60),
    subjects: z.array(z.enum(subjectIds)).check(z.minLength(1)),
    catch_copy: line(100),
    career: line(600),
    message: line(600),
    photo: z.optional(path),
  }),
);

/** notices.yaml; `body` is Markdown. */
export const noticesFormat = z.array(
  z.strictObject({
    id: key,
    title: line(100),
    category: z.enum(['info', 'campaign', 'maintenance', 'exam', 'important']),
    is_pinned: z._default(z.boolean(), false),
    published_at: isoTime,
    audience: z.enum(['member', 'public']),
    body: line(20_000),
  }),
);

/** 「要記入」 marks what an operator has not filled in yet. */
const fact = line(300).check(z.regex(/^(?!.*要記入)/, '「要記入」を実際の内容に書きかえてください'));

/** operator.yaml: who runs the service. The texts of pages name these facts, see README of the folder. */
export const operatorFormat = z.strictObject({
  /** Nothing of this is real: the import says so. */
  is_sample: z._default(z.boolean(), false),
  name: fact,
  representative: fact,
  privacy_officer: fact,
  address: fact,
  phone: fact,
  phone_hours: fact,
  email: fact,
  court: fact,
  /** Registration for qualified invoices (適格請求書); left out by an operator who is not registered. */
  invoice_number: z.optional(
    z.string().check(z.trim(), z.regex(/^T\d{13}$/, '登録番号は T のあとに数字13桁で書いてください')),
  ),
});

/** Front matter of pages/<slug>/<version>.md. */
export const pageFormat = z.strictObject({
  title: line(60),
  effective_at: isoTime,
  changes: line(400),
});

/** faq.yaml; `answer` is Markdown. */
export const faqFormat = z.array(
  z.strictObject({
    id: key,
    category: z.enum(inquiryCategories),
    question: line(100),
    keywords: z._default(z.array(line(30)), []),
    answer: line(4000),
  }),
);

const maybeLine = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '');
const deviation = z.optional(z.number().check(z.minimum(10), z.maximum(100)));

/** success/<year>.yaml */
export const successFormat = z.strictObject({
  is_archive: z._default(z.boolean(), false),
  /** How the numbers are counted (product.md 0.2.10): without it no number. */
  rule: line(400),
  totals: z._default(
    z.array(z.strictObject({ name: line(60), count: z.int().check(z.minimum(0)), note: maybeLine(100) })),
    [],
  ),
  stories: z._default(
    z.array(
      z.strictObject({
        id: key,
        /** Whether the story is made up. The field is required, so that nobody forgets it. */
        is_sample: z.boolean(),
        nickname: line(20),
        school_from: line(60),
        passed: z
          .array(z.strictObject({ name: line(60), faculty: maybeLine(60), region: line(20) }))
          .check(z.minLength(1)),
        before: deviation,
        after: deviation,
        courses: z._default(z.array(key), []),
        body: line(2000),
        advice: line(600),
      }),
    ),
    [],
  ),
});

const hero = z.strictObject({
  eyebrow: line(40),
  heading: z.array(line(20)).check(z.minLength(1), z.maxLength(4)),
  lead: line(300),
  note: maybeLine(200),
  picture: z.enum(heroPictures),
});
const part = { heading: line(60), lead: maybeLine(300) };

/** campaigns/<slug>.yaml */
export const campaignFormat = z.strictObject({
  title: line(60),
  starts_at: moment,
  ends_at: moment,
  hero,
  /** Other fronts of the same campaign, each with an address of its own. */
  variants: z._default(z.array(z.strictObject({ slug: key, hero })), []),
  cta: z.strictObject({ to: z.enum(campaignTargets), label: line(30), note: maybeLine(200) }),
  sections: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('cards'),
          ...part,
          cards: z.array(z.strictObject({ title: line(60), body: line(300), tag: maybeLine(30) })),
        }),
        z.strictObject({
          kind: z.literal('steps'),
          ...part,
          steps: z.array(z.strictObject({ title: line(60), body: line(300), mark: maybeLine(10) })),
        }),
        z.strictObject({
          kind: z.literal('questions'),
          ...part,
          questions: z.array(z.strictObject({ question: line(100), answer: line(600) })),
        }),
        z.strictObject({ kind: z.literal('words'), ...part, body: line(1000) }),
        z.strictObject({
          kind: z.literal('week'),
          ...part,
          total: line(30),
          minutes: z.array(z.int().check(z.minimum(0), z.maximum(1440))).check(z.length(7)),
        }),
        z.strictObject({ kind: z.literal('courses'), ...part, courses: z.array(key).check(z.minLength(1)) }),
        z.strictObject({ kind: z.literal('stories'), ...part, stories: z.array(key).check(z.minLength(1)) }),
      ]),
    )
    .check(z.minLength(1)),
});

const examSubject = z.strictObject({
  name: line(20),
  /** What the result tells apart; `courses` teach it. */
  areas: z
    .array(z.strictObject({ id: key, name: line(30), courses: z._default(z.array(key), []) }))
    .check(z.minLength(1), z.maxLength(8)),
  /** Passages that questions name; paragraphs apart by line feeds. */
  passages: z._default(z.record(key, line(2000)), {}),
  questions: z
    .array(
      z.strictObject({
        id: key,
        area: key,
        body: line(400),
        passage: z.optional(key),
        /** Language of passage, quotation and options. */
        lang: z._default(z.enum(['ja', 'en']), 'ja'),
        quote: maybeLine(400),
        /** Without options, the learner types a whole number. */
        options: z._default(z.array(line(120)).check(z.minLength(2), z.maxLength(6)), []),
        /** Number of the right option, counted from 1; or the whole number. */
        answer: z.int().check(z.minimum(-999_999), z.maximum(999_999)),
        why: z.array(line(300)).check(z.minLength(1), z.maxLength(4)),
      }),
    )
    .check(z.minLength(1), z.maxLength(30)),
});

/** entry-exam.yaml: the three subjects of the entry exam. */
export const entryExamFormat = z.strictObject(
  Object.fromEntries(entrySubjects.map((id) => [id, examSubject])) as Record<
    (typeof entrySubjects)[number],
    typeof examSubject
  >,
);

const unit = z.strictObject({ id: key, name: line(60), lessons: z.array(key).check(z.minLength(1)) });
const chapter = z.strictObject({ id: key, name: line(60), units: z.array(unit).check(z.minLength(1)) });

/** courses/<id>/course.yaml; `id` is the name of the folder. */
export const courseFormat = z.strictObject({
  id: key,
  name: line(60),
  category: line(30),
  subject: z.strictObject({ id: z.enum(subjectIds), name: line(30) }),
  level: z.enum(courseLevels),
  grades: z.array(z.enum(courseGrades)).check(z.minLength(1)),
  teachers: z.array(key).check(z.minLength(1)),
  summary: line(200),
  description: line(4000),
  orientation: line(2000),
  /** What a learner should know before. */
  prerequisites: z._default(z.array(line(100)).check(z.maxLength(5)), []),
  price: yen,
  list_price: yen,
  access_days: z.int().check(z.minimum(1), z.maximum(3650)),
  /** Last moment of the sale; without it the course is sold without an end. */
  sale_ends_at: z.optional(isoTime),
  order: z.optional(z.int()),
  /** Used only where the thumbnail is drawn. */
  color: z.optional(line(20)),
  symbol: z.optional(line(60)),
  thumbnail: z.optional(path),
  textbook: z.optional(
    z.strictObject({ name: line(100), file: path, pages: z.optional(z.int().check(z.minimum(1))) }),
  ),
  /** Pages of the textbook as pictures that everybody may see. */
  textbook_samples: z._default(
    z.array(z.strictObject({ file: path, page: z.int().check(z.minimum(1)) })).check(z.maxLength(4)),
    [],
  ),
  chapters: z.array(chapter).check(z.minLength(1)),
});

/** Front matter of courses/<course>/lessons/<id>.md. Paths are relative to the course's folder. */
export const lessonFormat = z.strictObject({
  name: line(80),
  /** Optional for a lesson with a video: the file has its length. */
  duration: z.optional(z.number().check(z.minimum(1), z.maximum(86_400))),
  is_free: z._default(z.boolean(), false),
  goal: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  video: z.optional(path),
  audio: z.optional(path),
  captions: z.optional(path),
  poster: z.optional(path),
  boards: z._default(z.array(z.strictObject({ file: path, start_sec: seconds, alt: line(300) })), []),
  textbook_page_from: z.optional(z.int().check(z.minimum(1))),
  textbook_page_to: z.optional(z.int().check(z.minimum(1))),
});
