import type { AttemptNews } from '#shared/lib/exam/attemptView.ts';
import { resultTexts, texts } from './texts.ts';
import { unscoredOf } from './unscored.ts';

type Part<Kind> = Kind extends AttemptNews ? Omit<Kind, 'id'> : never;

/** What is said of news in the room. Answers that do not count are told by reason, one sentence for each. */
export function newsWords(news: Part<AttemptNews>): string {
  if (news.kind === 'merged') return texts.merged(news.count);
  if (news.kind === 'unlocked') return texts.unlocked;
  if (news.kind === 'dropped') {
    const said = unscoredOf({ dropped: news.cells }).map(({ count, why }) =>
      texts.dropped(count, resultTexts.unscoredWhy[why] ?? ''),
    );
    return [...said, resultTexts.unscoredKept].join('');
  }
  const seconds = Math.round(news.ms / 1000);
  return texts.extended(Math.floor(seconds / 60), seconds % 60);
}
