import type { AttemptNews } from '#shared/lib/exam/attemptView.ts';
import { resultTexts, texts } from './texts.ts';
import { unscoredOf } from './unscored.ts';

type Part<Kind> = Kind extends AttemptNews ? Omit<Kind, 'id'> : never;

/** What is said of news in the room. Answers that do not count are told by reason, one sentence for each. */
export function newsWords(news: Part<AttemptNews>): string {
  if (news.kind === 'merged') return texts.merged(news.count);
  if (news.kind === 'unlocked') return news.isOutage ? texts.unlockedOutage : texts.unlocked;
  if (news.kind === 'dropped') {
    const said = unscoredOf({ dropped: news.cells }).map(({ count, why }) =>
      texts.dropped(count, resultTexts.unscoredWhy[why] ?? ''),
    );
    return [...said, resultTexts.unscoredKept].join('');
  }
  return [told(news.outageMs, texts.extended), told(news.givenMs, texts.given)].join('');
}

/** Added time in words; nothing if there is none of this cause. */
function told(ms: number, words: (minutes: number, seconds: number) => string): string {
  const seconds = Math.round(ms / 1000);
  return seconds === 0 ? '' : words(Math.floor(seconds / 60), seconds % 60);
}
