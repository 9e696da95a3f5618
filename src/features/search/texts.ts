import { formatCount } from '#shared/lib/text/format.ts';
import type { Group, Hit } from './model.ts';

const groups: Record<Group, string> = { course: '講座', lesson: '授業', caption: '字幕', note: 'メモ' };
const kinds: Record<Hit['kind'], string> = {
  course: '講座',
  chapter: '章',
  lesson: '授業',
  caption: '字幕',
  note: 'メモ',
};

/** Wording of the search. */
export const texts = {
  title: 'さがす',
  label: 'この端末の中をさがす',
  placeholder: '講座・授業・字幕・メモの言葉',
  clear: '検索の言葉を消す',
  scope: 'この端末にあるものから探します。圏外でも使えます。',
  amount: (titles: number, captions: number, notes: number) =>
    `授業 ${formatCount(titles)}本・字幕 ${formatCount(captions)}本・メモ ${formatCount(notes)}件`,
  indexing: '検索の準備をしています。見つかるものが増えることがあります。',
  hintTitle: '言葉を入れてください',
  hint: 'ひらがな・カタカナ、全角・半角、大文字・小文字のちがいは気にしなくて大丈夫です。空白で区切ると、すべての言葉を含むものを探します。',
  hintCaptions: '授業を端末に保存すると、先生が話した言葉(字幕)からも探せます。',
  nothingTitle: '探せるものが、まだこの端末にありません',
  nothing: '「学ぶ」を一度開くと、講座と授業の名前から探せるようになります。',
  toLibrary: '「学ぶ」を開く',
  notFound: (query: string) => `「${query}」は見つかりませんでした`,
  notFoundBody: '言葉を短くするか、別の言い方でお試しください。この端末にないものは見つかりません。',
  found: (total: number) => (total > 0 ? `${formatCount(total)}件見つかりました` : ''),
  groups,
  kinds,
  count: (total: number) => `${formatCount(total)}件`,
  more: (rest: number) => `ほか${formatCount(rest)}件を表示`,
  bookmarked: 'しおり',
  favorite: 'お気に入り',
  failedTitle: '端末の中を読めませんでした',
  failed: '保存した内容はそのままです。もう一度お試しください。',
  retry: 'もう一度試す',
} as const;
