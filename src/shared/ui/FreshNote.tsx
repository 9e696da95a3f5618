import type { FreshWait } from '#shared/lib/public/useFreshAct.ts';
import { formatFreshness } from '#shared/lib/text/format.ts';

const texts = {
  waiting: 'いまの内容を確かめています。',
  kept: (moment: string) =>
    `${moment}を表示しています。いまの内容を確かめられないため、先に進めません。電波の良い場所で、もう一度押してください。`,
  unknown: '前に見たときの内容',
  changed: '内容が新しくなりました。もう一度確かめてから押してください。',
} as const;

/**
 * The note under a button that waits for a confirmed answer (`useFreshAct`). `savedAt`: time of the shown answer, epoch
 * ms.
 */
export function FreshNote({ wait, savedAt }: { wait: FreshWait; savedAt: number | null }) {
  const moment = () => (savedAt === null ? texts.unknown : formatFreshness(savedAt, Date.now()));
  return <p role="status">{wait === 'none' ? '' : wait === 'kept' ? texts.kept(moment()) : texts[wait]}</p>;
}
