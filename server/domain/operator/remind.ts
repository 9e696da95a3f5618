import { and, count, inArray, isNull, lt, notInArray } from 'drizzle-orm';
import { moneyTasks } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { countUnreceived, postMs } from '../document/contract.ts';
import { sellerOf } from '../document/seller.ts';
import { countOpenNotifications } from './notifications.ts';

const day = 86_400_000;

const heldParagraphs = {
  behind: [
    'サーバーの起動時に、帳簿が決済会社の記録より古いおそれのあることが分かりました。バックアップから戻した後に起こります。決済会社への送信・照会・自動の取り消しを、すべて止めています。',
    'サーバーで次のコマンドを実行して、食い違いをご確認ください。確認が済んだら resume で再開できます。',
    'npm run money -- compare',
  ],
  silent: [
    'サーバーの起動時に、帳簿が古くないかを決済会社に照会しましたが、回答がありませんでした。決済会社への送信・自動の取り消しを、すべて止めています。',
    '1分ごとに照会し、回答があって食い違いがなければ、自動で再開します。食い違いがあれば、もう一度お知らせします。',
  ],
};

/**
 * Writes to the seller that everything about money is held back (row 114 of money.md 7). Without one, only the log says
 * it. `silent`: because the gateway could not be asked whether the books are behind.
 */
export async function tellHeld(deps: Deps, why: 'behind' | 'silent'): Promise<void> {
  const seller = await sellerOf(deps.db);
  if (!seller) return;
  await transaction(deps.db, (tx) =>
    queueMail(tx, deps, {
      kind: 'money-held',
      to: seller.email,
      content: {
        subject: 'お金の処理をすべて止めています',
        paragraphs: heldParagraphs[why],
      },
    }),
  );
}

/**
 * Writes to the seller, once a night, when something about money has waited for a person for more than a day
 * (money.md 8).
 */
export async function tellOperator(deps: Deps): Promise<void> {
  const yesterday = new Date(deps.clock.now() - day);
  // A transfer waits for as long as its refund; nobody ends its task.
  const isOldTask = and(
    isNull(moneyTasks.done),
    lt(moneyTasks.created, yesterday),
    notInArray(moneyTasks.kind, ['chargeback', 'refund_transfer']),
  );
  const isOldRefund = and(
    inArray(refunds.state, ['proposed', 'needs_account', 'ready', 'exported']),
    lt(refunds.created, yesterday),
  );
  const [tasks] = await deps.db.select({ count: count() }).from(moneyTasks).where(isOldTask);
  const [backs] = await deps.db.select({ count: count() }).from(refunds).where(isOldRefund);
  // A contract paper is on the list from the day on which it is to be posted.
  const posts = await countUnreceived(deps.db, new Date(yesterday.getTime() - postMs));
  const notifications = await countOpenNotifications(deps.db, yesterday);
  const waiting = (tasks?.count ?? 0) + (backs?.count ?? 0) + posts + notifications;
  const seller = await sellerOf(deps.db);
  if (waiting === 0 || !seller) return;
  await transaction(deps.db, (tx) =>
    queueMail(tx, deps, {
      kind: 'money-tasks',
      to: seller.email,
      content: {
        subject: `お金に関する確認待ちが${waiting}件あります`,
        paragraphs: [
          `1日以上たった確認待ちが${waiting}件あります。サーバーで次のコマンドを実行して、内容をご確認ください。`,
          'npm run money -- list',
        ],
      },
    }),
  );
}
