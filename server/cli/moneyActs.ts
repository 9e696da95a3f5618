/** Acts of the staff on money (money.md 8): each runs under the lock of its order, and notes who did it and why. */
import { eq } from 'drizzle-orm';
import type { RefundRow } from '../db/schema/refund.ts';
import { settings } from '../db/schema/system.ts';
import { transaction } from '../db/transaction.ts';
import { yen } from '../domain/money/wording.ts';
import { audit } from '../domain/operator/audit.ts';
import { endTask, flagChargeback } from '../domain/operator/chargeback.ts';
import { attemptOfNumber, orderOfNumber } from '../domain/operator/find.ts';
import { holdGrants, releaseGrants } from '../domain/operator/grantHold.ts';
import { matchMoney, returnMoney } from '../domain/operator/match.ts';
import { notePosted, resend, resendKinds } from '../domain/operator/resend.ts';
import { agreeRefund, type StaffWish, staffRefund } from '../domain/operator/staffRefund.ts';
import { pauseName } from '../domain/order/commands.ts';
import { hold, isHeld, release } from '../domain/order/hold.ts';
import { kickMoney } from '../domain/order/kick.ts';
import { lockOrder } from '../domain/order/lock.ts';
import type { ChargebackOutcome } from '../domain/refund/facts.ts';
import { type CommandContext, OperatorError } from './command.ts';
import { middayOf, onOrder, onRefund, readWishes, staffOf, type Wishes, wholeNumber } from './moneyArgs.ts';

function wishOf({ text, is }: Wishes): StaffWish {
  const common = { isCoolingOff: is['cooling-off'] === true, keepsAccess: is['keep-access'] === true };
  if (text.item !== undefined && text.amount !== undefined)
    throw new OperatorError('--item と --amount は、どちらか1つを指定してください。');
  if (text.item !== undefined)
    return { ...common, what: { kind: 'item', place: wholeNumber(text.item, '--item') } };
  if (text.amount !== undefined)
    return { ...common, what: { kind: 'amount', yen: wholeNumber(text.amount, '--amount') } };
  return { ...common, what: { kind: 'all' } };
}

function sayRefund(print: CommandContext['print'], { id, amount, state, via }: RefundRow): void {
  print(`返金${id} ${yen(amount)}`);
  if (state === 'proposed')
    print(`5万円を超えるため、別の担当者の承認が必要です: npm run money -- approve ${id} --by … --why …`);
  else if (via === 'gateway') print('カード会社を通じて返金します。');
  else print('振込で返金します。お客様に、口座の登録をお願いするメールを送りました。');
}

export async function refund(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 1);
  const [staff, wish] = [staffOf(wishes), wishOf(wishes)];
  const made = await onOrder(context, wishes.positionals[0], (tx, order) =>
    staffRefund(tx, context.deps, order, wish, staff),
  );
  sayRefund(context.print, made);
  return 0;
}

export async function approve(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 1);
  const staff = staffOf(wishes);
  const made = await onRefund(context, wishes.positionals[0], (tx, order, one) =>
    agreeRefund(tx, context.deps, order, one, staff),
  );
  sayRefund(context.print, made);
  return 0;
}

export async function match(context: CommandContext): Promise<number> {
  const { deps, print } = context;
  const wishes = readWishes(context.args, 2);
  const staff = staffOf(wishes);
  const attempt = await attemptOfNumber(deps.db, wishes.positionals[0]);
  const target = await orderOfNumber(deps.db, wishes.positionals[1]);
  const paid = await transaction(deps.db, async (tx) => {
    // Always locks the older order first, so that two of these commands never wait for each other (deadlock).
    for (const id of [...new Set([attempt.orderId, target.id])].sort((one, other) => one - other))
      await lockOrder(tx, id);
    const order = await lockOrder(tx, target.id);
    return matchMoney(tx, deps, { attempt, order, isForced: wishes.is.force === true }, staff);
  });
  kickMoney(deps);
  print(`${paid.orderNo} を支払い済みにしました。`);
  return 0;
}

export async function giveBack(context: CommandContext): Promise<number> {
  const { deps, print } = context;
  const wishes = readWishes(context.args, 1);
  const staff = staffOf(wishes);
  const attempt = await attemptOfNumber(deps.db, wishes.positionals[0]);
  const amount = await transaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, attempt.orderId);
    return returnMoney(tx, deps, { attempt, order }, staff);
  });
  kickMoney(deps);
  print(`${yen(amount)}を返金します。`);
  return 0;
}

export async function resendMail(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 2);
  const staff = staffOf(wishes);
  const what = resendKinds.find((kind) => kind === wishes.positionals[1]);
  if (!what) throw new OperatorError('mail・receipt・document のどれかを指定してください。');
  await onOrder(context, wishes.positionals[0], (tx, order) => resend(tx, context.deps, order, what, staff));
  context.print('メールを送ります。');
  return 0;
}

export async function posted(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 1);
  const [staff, arrived] = [staffOf(wishes), middayOf(wishes.text.on)];
  await onOrder(context, wishes.positionals[0], (tx, order) =>
    notePosted(tx, context.deps, order, arrived, staff),
  );
  context.print('契約書面の到着を記録しました。この日を1日目として、クーリング・オフの8日間が始まります。');
  return 0;
}

export async function chargeback(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 1);
  const staff = staffOf(wishes);
  const amount = wholeNumber(wishes.text.amount, '--amount');
  const refunded = await onOrder(context, wishes.positionals[0], (tx, order) =>
    flagChargeback(
      tx,
      context.deps,
      order,
      { yen: amount, endsAccess: wishes.is['end-access'] === true },
      staff,
    ),
  );
  context.print('チャージバックを記録しました。この注文の返金は、できなくなります。');
  if (refunded > 0)
    context.print(
      `この注文は、もう${yen(refunded)}を返金しています。カード会社に、返金済みであることを申し立ててください。`,
    );
  return 0;
}

/** What the card company decided, for `done` of a chargeback. */
function outcomeOf({ is }: Wishes): ChargebackOutcome | null {
  if (is.won && is.lost) throw new OperatorError('--won と --lost は、どちらか1つを指定してください。');
  if (is.won) return 'won';
  return is.lost ? 'lost' : null;
}

export async function done(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 1);
  const staff = staffOf(wishes);
  const id = wholeNumber(wishes.positionals[0], '確認待ちの番号');
  const outcome = outcomeOf(wishes);
  await transaction(context.deps.db, (tx) => endTask(tx, context.deps, id, outcome, staff));
  context.print('確認待ちから外しました。');
  if (outcome === 'won') context.print('当方の主張が認められたため、この注文は返金できるようになります。');
  if (outcome === 'lost') context.print('カード会社が代金を戻したため、この注文は今後も返金できません。');
  return 0;
}

export async function grantHold(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 1);
  const staff = staffOf(wishes);
  await onOrder(context, wishes.positionals[0], (tx, order) => holdGrants(tx, context.deps, order, staff));
  context.print('この注文の講座の視聴を止めました。release で元に戻せます。');
  return 0;
}

export async function grantRelease(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 1);
  const staff = staffOf(wishes);
  await onOrder(context, wishes.positionals[0], (tx, order) => releaseGrants(tx, context.deps, order, staff));
  context.print('この注文の講座の視聴の停止を解除しました。');
  return 0;
}

export async function pauseCharging({ deps, args, print }: CommandContext): Promise<number> {
  const staff = staffOf(readWishes(args, 0));
  const modified = new Date(deps.clock.now());
  await transaction(deps.db, async (tx) => {
    const value = { since: modified.toISOString() };
    await tx.insert(settings).values({ name: pauseName, value, modified }).onConflictDoNothing();
    await audit(tx, deps, staff, { act: 'pause-charging' });
  });
  print('カードへの請求を止めました。通知は受け取り続けます。resume-charging で再開します。');
  return 0;
}

export async function resumeCharging({ deps, args, print }: CommandContext): Promise<number> {
  const staff = staffOf(readWishes(args, 0));
  await transaction(deps.db, async (tx) => {
    await tx.delete(settings).where(eq(settings.name, pauseName));
    await audit(tx, deps, staff, { act: 'resume-charging' });
  });
  kickMoney(deps);
  print('カードへの請求を再開しました。');
  return 0;
}

export async function holdAll({ deps, args, print }: CommandContext): Promise<number> {
  const staff = staffOf(readWishes(args, 0));
  await transaction(deps.db, async (tx) => {
    await hold(tx, new Date(deps.clock.now()));
    await audit(tx, deps, staff, { act: 'hold' });
  });
  print('お金の処理をすべて止めました。resume で再開します。');
  return 0;
}

export async function resumeAll({ deps, args, print }: CommandContext): Promise<number> {
  const staff = staffOf(readWishes(args, 0));
  if (!(await isHeld(deps.db))) throw new OperatorError('お金の処理は止まっていません。');
  await transaction(deps.db, async (tx) => {
    await release(tx, deps);
    await audit(tx, deps, staff, { act: 'resume' });
  });
  kickMoney(deps);
  print('お金の処理を再開しました。食い違いは、照会によって帳簿に反映されます。');
  return 0;
}
