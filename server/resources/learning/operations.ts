import * as z from 'zod/mini';
import {
  courseCardPageSchema,
  courseDetailSchema,
  courseGrades,
  courseLevels,
  courseSorts,
  teacherCardPageSchema,
  teacherSchema,
} from '#contracts/catalogue.ts';
import { cmsPageSchema, faqSchema } from '#contracts/cms.ts';
import { inventoryPageSchema, inventorySchema } from '#contracts/inventory.ts';
import {
  lessonPageSchema,
  lessonSchema,
  playbackInputSchema,
  playbackSchema,
  textbookBundleSchema,
  whiteboardBundleSchema,
} from '#contracts/lesson.ts';
import {
  bookmarkInputSchema,
  bookmarkPageSchema,
  bookmarkPatchSchema,
  bookmarkSchema,
  checkInputSchema,
  checkPageSchema,
  checkSchema,
  favoriteInputSchema,
  favoritePageSchema,
  favoriteSchema,
} from '#contracts/marks.ts';
import {
  deviceLimitSchema,
  devicePlaceSchema,
  keptDevicesSchema,
  licenseEndSchema,
  licenseInputSchema,
  licenseSchema,
  offlineManifestSchema,
} from '#contracts/offline.ts';
import { campaignSchema, homeSchema, successYearSchema } from '#contracts/site.ts';
import {
  dashboardSchema,
  noteConflictSchema,
  noteInputSchema,
  notePageSchema,
  notePatchSchema,
  noteSchema,
  noticePageSchema,
  noticeSchema,
  watchAnswerSchema,
  watchInputSchema,
  watchPageSchema,
  watchSchema,
} from '#contracts/study.ts';
import type { Operation } from '../../operation.ts';

const text = z.optional(z.string());
/** Query of every list. */
const page = { page: text };

/** A note that another device has changed since: both versions come along. */
const changedElsewhere = {
  errors: { 412: 'conflict (current, yours)' },
  errorFields: { 412: noteConflictSchema },
};

function get(path: string, summary: string, answer: z.ZodMiniType, query?: z.ZodMiniType): Operation {
  return { method: 'get', path, summary, auth: 'user', answer, ...(query ? { query } : {}) };
}

type Write = Pick<Operation, 'body' | 'answer' | 'errors' | 'errorFields'>;

function write(method: 'post' | 'put' | 'patch', path: string, summary: string, rest: Write): Operation {
  return { method, path, summary, auth: 'user', ...rest };
}

function remove(path: string, summary: string): Operation {
  return { method: 'delete', path, summary, auth: 'user' };
}

function publicGet(path: string, summary: string, answer: z.ZodMiniType, query?: z.ZodMiniType): Operation {
  return { ...get(path, summary, answer, query), auth: 'optional' };
}

const catalogue: Operation[] = [
  publicGet(
    '/api/lms/course/',
    '講座を探す',
    courseCardPageSchema,
    z.object({
      ...page,
      q: text,
      subject: text,
      'grade[]': z.optional(z.array(z.enum(courseGrades))),
      level: z.optional(z.enum(courseLevels)),
      teacher: text,
      price_max: text,
      limited: text,
      sort: z.optional(z.enum(courseSorts)),
    }),
  ),
  publicGet('/api/lms/course/{id}/', '講座1件', courseDetailSchema),
  publicGet('/api/lms/teacher/', '講師', teacherCardPageSchema, z.object({ ...page, subject: text })),
  publicGet('/api/lms/teacher/{id}/', '講師1人', teacherSchema),
];

const library: Operation[] = [
  get(
    '/api/lms/inventory/',
    '購入した講座',
    inventoryPageSchema,
    z.object({ ...page, sort_by_watchhistory: text }),
  ),
  get('/api/lms/inventory/{id}/', '購入した講座1件', inventorySchema),
  get('/api/lms/lesson/', '講座のレッスン', lessonPageSchema, z.object({ ...page, course: z.string() })),
  { ...get('/api/lms/lesson/{id}/', 'レッスン', lessonSchema), errors: { 403: 'access_expired, forbidden' } },
  write('post', '/api/lms/lesson/{id}/playback/', '再生を始める', {
    body: playbackInputSchema,
    answer: playbackSchema,
    errors: { 403: 'access_expired, forbidden', 423: 'playing_elsewhere' },
  }),
  get('/api/lms/textbook/{bundle}/', 'テキスト', textbookBundleSchema),
  get('/api/lms/whiteboard/{bundle}/', '板書', whiteboardBundleSchema),
  get('/api/lms/dashboard/', '今日の学習', dashboardSchema),
  {
    ...get('/api/lms/offline/{inventory}/', '端末に保存するものの一覧', offlineManifestSchema),
    errors: { 403: 'access_expired' },
  },
  get('/api/lms/offline/license/', '端末ごとに保存しているレッスン', keptDevicesSchema),
  write('post', '/api/lms/offline/license/', 'オフライン視聴の期限を取る・延ばす', {
    body: licenseInputSchema,
    answer: licenseSchema,
    errors: { 409: 'device_limit (devices, free_at)' },
    errorFields: { 409: z.extend(deviceLimitSchema, { devices: z.array(devicePlaceSchema) }) },
  }),
  { ...remove('/api/lms/offline/license/', 'オフライン視聴をやめる'), body: licenseEndSchema },
];

const marks: Operation[] = [
  get('/api/lms/bookmark/', 'しおり', bookmarkPageSchema, z.object(page)),
  write('post', '/api/lms/bookmark/', 'しおりを付ける・外す', {
    body: bookmarkInputSchema,
    answer: bookmarkSchema,
  }),
  write('patch', '/api/lms/bookmark/{id}/', 'しおりの状態を変える', {
    body: bookmarkPatchSchema,
    answer: bookmarkSchema,
  }),
  get(
    '/api/lms/favorite/',
    'お気に入り',
    favoritePageSchema,
    z.object({ ...page, lesson__unit__chapter__course: text }),
  ),
  write('post', '/api/lms/favorite/', 'お気に入りに入れる・外す', {
    body: favoriteInputSchema,
    answer: favoriteSchema,
    errors: { 409: 'limit' },
  }),
  remove('/api/lms/favorite/{id}/', 'お気に入りから外す'),
  get('/api/lms/check/', '理解度', checkPageSchema, z.object({ ...page, course: text })),
  write('post', '/api/lms/check/', '理解度を付ける(0で消す)', {
    body: checkInputSchema,
    answer: checkSchema,
  }),
];

const study: Operation[] = [
  get('/api/lms/watchhistory/', '視聴履歴', watchPageSchema, z.object({ ...page, course: text })),
  get('/api/lms/watchhistory/{lesson}/', 'レッスンの視聴履歴', watchSchema),
  write('put', '/api/lms/watchhistory/{lesson}/', '視聴位置を送る', {
    body: watchInputSchema,
    answer: watchAnswerSchema,
  }),
  write('post', '/api/lms/watchhistory/{lesson}/', '視聴位置を送る(ページを離れるとき)', {
    body: watchInputSchema,
    answer: watchAnswerSchema,
  }),
  remove('/api/lms/watchhistory/', '視聴履歴をすべて消す'),
  remove('/api/lms/watchhistory/{lesson}/', '視聴履歴を1件消す'),
  get('/api/lms/note/', 'ノート', notePageSchema, z.object({ ...page, lesson: text, course: text })),
  write('post', '/api/lms/note/', 'ノートを書く', { body: noteInputSchema, answer: noteSchema }),
  write('patch', '/api/lms/note/{id}/', 'ノートを直す', {
    body: notePatchSchema,
    answer: noteSchema,
    ...changedElsewhere,
  }),
  { ...remove('/api/lms/note/{id}/', 'ノートを消す'), ...changedElsewhere },
];

const notices: Operation[] = [
  publicGet('/api/cms/notice/', 'お知らせ', noticePageSchema, z.object({ ...page, category: text })),
  publicGet('/api/cms/notice/{id}/', 'お知らせ1件', noticeSchema),
  { method: 'post', path: '/api/cms/notice/{id}/read/', summary: 'お知らせを読んだ', auth: 'user' },
  { method: 'post', path: '/api/cms/notice/read_all/', summary: 'お知らせをすべて読んだ', auth: 'user' },
];

const pages: Operation[] = [
  publicGet(
    '/api/cms/page/{slug}/',
    '規約などのページ。version を付けると、その版',
    cmsPageSchema,
    z.object({ version: text }),
  ),
  publicGet('/api/cms/home/', 'はじめの画面', homeSchema, z.object({ audience: text })),
  publicGet('/api/cms/faq/', 'よくある質問', faqSchema),
  publicGet('/api/cms/success/{year}/', '合格実績・合格体験記', successYearSchema),
  publicGet('/api/cms/campaign/{slug}/', 'キャンペーン', campaignSchema),
];

/** The operations of the learning API, for the OpenAPI document. */
export const learningOperations: Operation[] = [
  ...catalogue,
  ...library,
  ...marks,
  ...study,
  ...notices,
  ...pages,
];
