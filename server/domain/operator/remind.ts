import { and, count, eq, inArray, isNull, lt, notExists, notInArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { gatewayCommands, moneyTasks } from '../../db/schema/order.ts';
import { refunds } from '../../db/schema/refund.ts';
import { settings } from '../../db/schema/system.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { countUnreceived, postMs } from '../document/contract.ts';
import { sellerOf } from '../document/seller.ts';
import { dayText } from '../money/wording.ts';
import { holdName, pauseName } from '../order/commands.ts';
import { gatewayDownSince } from '../order/gatewayHealth.ts';
import { countHeldMoney } from './heldMoney.ts';
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

/** Commands that are unknown since before a moment, and of which no open task speaks. */
async function countUnknown(db: Db, before: Date): Promise<number> {
  const spoken = db
    .select({ id: moneyTasks.id })
    .from(moneyTasks)
    .where(
      and(
        eq(moneyTasks.attemptId, gatewayCommands.attemptId),
        eq(moneyTasks.kind, 'unknown'),
        isNull(moneyTasks.done),
      ),
    );
  const [row] = await db
    .select({ count: count() })
    .from(gatewayCommands)
    .where(and(eq(gatewayCommands.state, 'unknown'), lt(gatewayCommands.sentAt, before), notExists(spoken)));
  return row?.count ?? 0;
}

/** How many lines of the operator's list have waited since before a moment. */
async function countWaiting(db: Db, before: Date): Promise<number> {
  // A transfer waits for as long as its refund; nobody ends its task.
  const isOldTask = and(
    isNull(moneyTasks.done),
    lt(moneyTasks.created, before),
    notInArray(moneyTasks.kind, ['chargeback', 'refund_transfer']),
  );
  const isOldRefund = and(
    inArray(refunds.state, ['proposed', 'needs_account', 'ready', 'exported']),
    lt(refunds.created, before),
  );
  const [tasks] = await db.select({ count: count() }).from(moneyTasks).where(isOldTask);
  const [backs] = await db.select({ count: count() }).from(refunds).where(isOldRefund);
  const down = await gatewayDownSince(db);
  const isDown = down !== null && down < before;
  const counts = [
    tasks?.count ?? 0,
    backs?.count ?? 0,
    await countHeldMoney(db, before),
    await countUnknown(db, before),
    isDown ? 1 : 0,
    // A contract paper is on the list from the day on which it is to be posted.
    await countUnreceived(db, new Date(before.getTime() - postMs)),
    await countOpenNotifications(db, before),
  ];
  return counts.reduce((sum, one) => sum + one, 0);
}

/** Since when everything about money is held back, or charging is paused; `null`: it is not. */
export async function stoppedSince(db: Db, name: typeof holdName | typeof pauseName): Promise<Date | null> {
  const [row] = await db.select({ since: settings.modified }).from(settings).where(eq(settings.name, name));
  return row?.since ?? null;
}

/**
 * Writes to the seller, once a night, when something about money has waited for a person for more than a day, or when
 * everything is held back or charging is paused (money.md 8): then from the first night on, because nobody can pay.
 */
export async function tellOperator(deps: Deps): Promise<void> {
  const old = await countWaiting(deps.db, new Date(deps.clock.now() - day));
  const since = await stoppedSince(deps.db, holdName);
  const pausedSince = await stoppedSince(deps.db, pauseName);
  const waiting = old + (since === null ? 0 : 1) + (pausedSince === null ? 0 : 1);
  const seller = await sellerOf(deps.db);
  if (waiting === 0 || !seller) return;
  const held =
    since === null
      ? []
      : [
          `${dayText(since)}から、お金の処理をすべて止めています。決済会社への送信・照会・自動の取り消しは、再開するまで行われません。compare で食い違いを確認し、済んだら resume で再開できます。`,
        ];
  const paused =
    pausedSince === null
      ? []
      : [
          `${dayText(pausedSince)}から、カードへの請求を止めています。定期購入の更新も行われません。resume-charging で再開できます。`,
        ];
  const waits = old === 0 ? [] : [`1日以上たった確認待ちが${old}件あります。`];
  await transaction(deps.db, (tx) =>
    queueMail(tx, deps, {
      kind: 'money-tasks',
      to: seller.email,
      content: {
        subject: `お金に関する確認待ちが${waiting}件あります`,
        paragraphs: [
          ...held,
          ...paused,
          ...waits,
          'サーバーで次のコマンドを実行して、内容をご確認ください。',
          'npm run money -- list',
        ],
      },
    }),
  );
}
