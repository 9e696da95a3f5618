import type { DownloadState, PauseReason } from '#shared/lib/db/downloadRows.ts';
import { formatBytes } from '#shared/lib/text/format.ts';

/** 「約2分」: seconds as a rough word. */
function roughly(seconds: number): string {
  if (seconds < 60) return '1分未満';
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `約${minutes}分` : `約${Math.round(minutes / 60)}時間`;
}

/** Why a download waits, and what ends the wait. */
export const pauseTexts: Record<PauseReason, string> = {
  user: '一時停止中です。',
  network: '電波が届かないため待っています。つながると自動で続けます。',
  quota: '端末の空きが足りないため止まりました。いらない授業や、使わない写真・アプリを消すと続けられます。',
  cap: '保存に使う上限に達したため、ここで止まりました。保存した分は残っています。上限を上げるか、いらない授業を消すと続けられます。',
  background: 'アプリを閉じている間は止まります。開くと自動で続けます。',
  metered: 'Wi-Fiにつながるのを待っています。',
  devices: 'ほかの3台の端末に保存中です。使わない端末を外すと、この端末に保存できます。',
};

/** Names of the states, for lists and screen readers. */
export const stateTexts: Record<DownloadState, string> = {
  queued: '保存待ち',
  downloading: '保存中',
  paused: '停止中',
  verifying: '確認中',
  ready: 'オフラインで見られます',
  expired: '期限切れ',
  broken: '修復が必要',
};

/** Why a kept lesson needs repair, and what to do. */
const brokenText =
  '保存したデータの一部がなくなっています。足りない部分だけをもう一度取り込みます。メモやしるしはそのままです。';

/** Wording of keeping lessons on the device. */
export const texts = {
  keep: '端末に保存',
  keepLesson: (name: string) => `「${name}」を端末に保存`,
  keepCourse: '講座を保存',
  keepChapter: 'この章を保存',
  keepChapterLabel: (name: string) => `この章を保存: ${name}`,
  sheet: '端末に保存',
  lead: '電車の中や電波の届かない場所でも、通信なしで見られるようになります。',
  scope: '保存する範囲',
  scopes: { lesson: 'この授業', chapter: 'この章', course: '講座全体' },
  lessons: (count: number) => `${count}授業`,
  rendition: '保存する内容',
  renditions: { video: '映像', audio: '音声だけ' },
  renditionHints: { video: '動画・字幕・板書・テキスト', audio: '音声・字幕・板書・テキスト' },
  noVideo: '文章・板書・テキスト',
  startWith: (bytes: number) => `保存を始める(${formatBytes(bytes)})`,
  sizesLoading: '大きさを調べています…',
  sizesFailed: '大きさを調べられませんでした。',
  sizesOffline: '保存を始めるには、インターネット接続が必要です。つながってから、もう一度お試しください。',
  retry: 'もう一度試す',
  sizes: (video: number, audio: number | null) =>
    audio === null ? formatBytes(video) : `映像 ${formatBytes(video)} / 音声 ${formatBytes(audio)}`,
  progress: (bytes: number, size: number) => {
    const [done, all] = [formatBytes(bytes), formatBytes(size)];
    const [doneUnit, allUnit] = [done.split(' ')[1], all.split(' ')[1]];
    return `${doneUnit === allUnit ? done.split(' ')[0] : done} / ${all}`;
  },
  left: (seconds: number) => `残り${roughly(seconds)}`,
  progressLabel: '保存の進み具合',
  queued: '順番を待っています。',
  verifying: 'すべてのデータを確かめています…',
  ready: 'オフラインで見られます',
  stored: '保存済み',
  appMissing: '授業は保存済みです。アプリの残りの部分を取り込むと、オフラインで見られます。',
  audioOnly: '音声だけ',
  broken: brokenText,
  gone: 'この授業の内容が新しくなりました。「端末から消す」を押してから、保存し直してください。',
  expired:
    '保存の期限(7日)が過ぎました。インターネットにつなぐと、また見られます。メモやしるしはそのまま残っています。',
  expiredByLimit:
    '保存の期限(7日)が過ぎました。ほかの3台の端末に保存しているため、延ばせません。使わない端末を外すと、また見られます。メモやしるしはそのまま残っています。',
  closed:
    '視聴期限が終わったか、この授業の公開が終わったため、保存したものは見られません。メモやしるしはそのまま残っています。',
  pause: '一時停止',
  resume: '再開する',
  resumeAnyLine: 'Wi-Fiなしで続ける',
  toStorage: '上限と保存した授業を見る',
  cancel: 'やめる',
  remove: '端末から消す',
  repair: '修復する',
  removeTitle: '端末から消しますか?',
  removeBody: '消しても、メモやしるし、視聴の記録はなくなりません。またいつでも保存できます。',
  courseReady: (ready: number, count: number) =>
    ready === count ? `${count}授業を保存済み` : `${ready} / ${count}授業を保存済み`,
  announceStart: '端末への保存を始めました。',
  announceReady: '端末への保存が終わりました。オフラインで見られます。',
  announceBroken: '保存したデータに足りない部分があります。',
} as const;
