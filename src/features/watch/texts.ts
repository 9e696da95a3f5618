import { formatClock } from '#shared/lib/text/format.ts';
import type { PlayerCommand } from './shortcuts.ts';

/** How far the skip buttons and keys jump, seconds (product.md 2.3.F). */
export const skipSec = 10;

/** Wording of the player. */
export const texts = {
  player: (lesson: string) => `${lesson}の動画`,
  toolbar: '再生の操作',
  back: `${skipSec}秒戻る`,
  forward: `${skipSec}秒進む`,
  play: '再生',
  pause: '一時停止',
  rate: '再生速度',
  rateOption: (rate: number) => `${rate}倍`,
  captions: '字幕',
  picture: '小さな画面で見る',
  audioOnly: '音声だけで聞く',
  map: 'キーボードの操作一覧',
  /** Below the buttons of the player. */
  short: { skip: `${skipSec}秒`, audioOnly: '音声だけ', map: '操作一覧', rate: '速さ', picture: '小窓' },
  loading: '動画を用意しています',
  waiting: '通信を待っています…',

  resume: (seconds: number) => `ほかの端末の ${formatClock(seconds)} から続けますか?`,
  resumeThere: (seconds: number) => `${formatClock(seconds)} から続ける`,
  resumeHere: (seconds: number) =>
    seconds > 0 ? `この端末の ${formatClock(seconds)} のまま` : '最初から見る',

  problems: {
    away: {
      title: 'この動画は端末に保存されていません',
      body: '授業の説明、板書、テキスト、メモは、このまま使えます。接続が戻ると動画も見られます。',
    },
    lost: {
      title: '接続が切れたため、再生が止まりました',
      body: '見ていた場所は保存してあります。電波の良い場所で、もう一度お試しください。',
    },
    closed: {
      title: '視聴期限が終了しています。',
      body: 'メモや理解度のしるしは、これからも見られます。',
    },
    broken: {
      title: 'この動画を再生できません',
      body: '見ていた場所は保存してあります。少し待ってから、もう一度お試しください。',
    },
  },
  retry: (seconds: number) => (seconds >= 1 ? `${formatClock(seconds)} からもう一度再生` : 'もう一度再生'),

  elsewhere: '同時に再生できるのは1台までです。この端末で続けますか?',
  elsewhereBody: 'この端末で続けると、ほかの端末の再生は止まります。見た場所はどちらも保存されています。',
  taken: 'ほかの端末で再生が始まったため、止めました。この端末で続けますか?',
  takeOver: 'この端末で続ける',
  leave: '再生しない',

  ended: 'おつかれさまでした',
  endedQuestion: 'この授業は、わかりましたか?',
  next: '次の授業',
  goNext: '次の授業へ',
  again: 'もう一度見る',
  lastLesson: 'この講座の授業は、これで最後です。',

  readEnd: '読み終わったら、しるしを付けましょう。',
  markRead: '読み終えた',
  isRead: '読み終えました',

  mapTitle: 'キーボードの操作',
  mapSwitch: 'キーボードで操作する',
  mapNote: '文字を入力しているあいだは働きません。',
  close: '閉じる',
  commands: {
    toggle: '再生・一時停止',
    back: `${skipSec}秒戻る`,
    forward: `${skipSec}秒進む`,
    slower: 'ゆっくりにする',
    faster: '速くする',
    captions: '字幕を出す・消す',
    mute: '音を出す・消す',
    fullscreen: '全画面にする・戻す',
    note: 'いまの場面にメモを書く',
    map: 'この一覧を開く',
  } satisfies Record<PlayerCommand, string>,
  captionsNow: (isOn: boolean) => (isOn ? '字幕を出しました' : '字幕を消しました'),
  mutedNow: (isMuted: boolean) => (isMuted ? '音を消しました' : '音を出しました'),
  rateNow: (rate: number) => `再生速度 ${rate}倍`,
} as const;
