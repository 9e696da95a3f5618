import { formatClock, formatDuration, formatMinutes } from '#shared/lib/text/format.ts';

/** Wording of today at a glance. */
export const texts = {
  greetings: { morning: 'おはようございます', day: 'こんにちは', evening: 'こんばんは' },
  greeting: (hello: string, name: string) => (name ? `${hello}、${name}さん` : hello),
  resumeHeading: '続きから',
  resume: (position: number) => (position >= 5 ? `${formatClock(position)} から再生` : '最初から再生'),
  resumePlace: (position: number, duration: number) =>
    duration > 0 ? `${formatClock(position)} / ${formatClock(duration)}` : '',
  resumeProgress: '見たところ',
  nextHeading: '次の授業',
  startHeading: '最初の授業を始めましょう',
  start: '授業を開く',
  nextLength: (duration: number) => formatDuration(duration),
  stepsHeading: 'はじめての3ステップ',
  steps: [
    { title: '講座をえらぶ', body: '「学ぶ」に、あなたの講座が並びます。' },
    { title: '授業を見る', body: '動画と板書とテキストが、そろって動きます。' },
    { title: '理解度をつける', body: '◎△×を残すと、見返すところがすぐ分かります。' },
  ],
  stepsAction: '講座を見る',
  weekHeading: 'この7日間の学習',
  weekMinutes: (minutes: number) => formatMinutes(minutes),
  streak: (days: number) => `${days}日連続`,
  noStudy: '今日の最初の1本を見てみましょう。',
  chartCaption: '日ごとの学習時間',
  day: '日',
  minutes: '学習時間',
  today: '今日',
} as const;
