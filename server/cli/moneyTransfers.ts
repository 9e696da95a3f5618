/** `transfers …`: refunds that somebody has to transfer, with the bank accounts for them (money.md 4.9). */
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type RefundAccountInput, refundAccountInputSchema } from '#contracts/shopRefund.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { audit, type Staff, StaffError } from '../domain/operator/audit.ts';
import {
  saveAccount,
  type Transfer,
  takeBackTransfer,
  takeTransfers,
  wereTaken,
} from '../domain/refund/account.ts';
import { noteTransferred } from '../domain/refund/outcome.ts';
import { ApiError } from '../errors.ts';
import { type CommandContext, OperatorError } from './command.ts';
import { middayOf, onOrder, onRefund, readWishes, staffOf, type Wishes } from './moneyArgs.ts';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

function csvLine({ refund: { id, amount }, orderNo, account }: Transfer): string {
  const { bank_code, bank_name, branch_code, branch_name, type, number, holder }: RefundAccountInput =
    account;
  const kind = type === 'current' ? '当座' : '普通';
  return [
    String(id),
    orderNo,
    bank_code,
    bank_name,
    branch_code,
    branch_name,
    kind,
    number.padStart(7, '0'),
    holder,
    String(amount),
  ]
    .map(quoted)
    .join(',');
}

const csvHead = '返金の番号,注文番号,銀行コード,銀行名,支店コード,支店名,種別,口座番号,口座名義,金額';

/** Only its owner can read what has accounts in it. */
const mode = 0o600;

const leftOver = (part: string) =>
  `口座を書いたファイルが残りました。list で「振込の記録待ち」の返金だけを、このファイルを見て振り込んでください: ${part}`;

/** Takes all transfers that are ready, once they are written into `part` and on the disk. */
function takeInto(
  part: string,
  deps: Deps,
  staff: Staff,
  isTest: boolean,
  note: (taken: Transfer[]) => void,
) {
  return transaction(deps.db, async (tx) => {
    const taken = await takeTransfers(tx, deps, isTest);
    if (taken.length === 0) throw new StaffError('振り込める返金はありません。');
    for (const { refund: one } of taken)
      await audit(tx, deps, staff, { act: 'read-account', orderId: one.orderId, after: { refund: one.id } });
    // Written before the commit, so every account that was taken is in it. A second run writes it anew.
    const lines = [csvHead, ...taken.map(csvLine)];
    await writeFile(part, `\ufeff${lines.join('\r\n')}\r\n`, { mode, flush: true });
    note(taken);
  });
}

/**
 * Opens the accounts once and writes them into a new file. They stand in a file of another name until the database has
 * noted that they were taken: two lists of the same accounts would be paid out twice. That file goes when nothing was
 * taken, and stays, with words about it, when that is not known or it cannot get its name.
 */
async function exportTransfers({ deps, cwd, print }: CommandContext, wishes: Wishes): Promise<number> {
  const [, file] = wishes.positionals;
  if (!file) throw new OperatorError('書き出すCSVファイルの名前を指定してください。');
  const staff = staffOf(wishes);
  const path = resolve(cwd, file);
  const part = `${path}.${randomUUID()}.part`;
  // The name is taken first, by an empty file: one that exists is never overwritten.
  await writeFile(path, '', { flag: 'wx', mode }).catch(() => {
    throw new OperatorError(
      `ファイルを書けません(同じ名前のファイルがあるときは、別の名前にしてください): ${file}`,
    );
  });
  let taken: Transfer[] = [];
  try {
    await takeInto(part, deps, staff, wishes.is.test === true, (written) => {
      taken = written;
    });
  } catch (error) {
    await rm(path, { force: true });
    // The answer to a commit can get lost.
    const isTaken = taken.length > 0 && (await wereTaken(deps.db, taken).catch(() => null));
    if (isTaken === false) await rm(part, { force: true });
    else print(leftOver(part));
    throw error;
  }
  await rename(part, path).catch((error: unknown) => {
    print(leftOver(part));
    throw error;
  });
  print(
    `${taken.length}件を書き出しました。口座は、もう一度は書き出せません。振り込んだら transfers paid で記録し、ファイルを消してください。`,
  );
  return 0;
}

async function paidTransfer(context: CommandContext, wishes: Wishes): Promise<number> {
  const { deps, print } = context;
  const staff = staffOf(wishes);
  const at = wishes.text.on === undefined ? new Date(deps.clock.now()) : middayOf(wishes.text.on);
  await onRefund(context, wishes.positionals[1], async (tx, order, one) => {
    if (!(await noteTransferred(tx, deps, order, one, at)))
      throw new StaffError('書き出し済みで、まだ記録していない振込の返金ではありません。');
    await audit(tx, deps, staff, {
      act: 'transfer-paid',
      orderId: order.id,
      before: { refund: one.id, state: one.state },
      after: { state: 'done', amount: one.amount },
    });
  });
  print('振込を記録しました。お客様にメールでお知らせします。');
  return 0;
}

/** Notes that the bank returned a transfer: its buyer is asked for an account once more. */
async function returnedTransfer(context: CommandContext, wishes: Wishes): Promise<number> {
  const { deps, print } = context;
  const staff = staffOf(wishes);
  await onRefund(context, wishes.positionals[1], async (tx, order, one) => {
    if (!(await takeBackTransfer(tx, deps, order, one)))
      throw new StaffError('書き出し済みで、まだ振込を記録していない返金ではありません。');
    await audit(tx, deps, staff, {
      act: 'transfer-returned',
      orderId: order.id,
      before: { refund: one.id, state: one.state, exportedAt: one.exportedAt?.toISOString() ?? null },
      after: { state: 'needs_account', amount: one.amount },
    });
  });
  print('銀行から戻された振込として記録しました。お客様に、口座の登録をもう一度メールでお願いします。');
  return 0;
}

/** Enters a bank account that somebody has told the staff because they cannot log in any more. */
async function enterAccount(context: CommandContext, wishes: Wishes): Promise<number> {
  const { deps, cwd, print } = context;
  const [, orderNo, file] = wishes.positionals;
  if (!file) throw new OperatorError('注文番号と、口座を書いたJSONファイルを指定してください。');
  const staff = staffOf(wishes);
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => {
    throw new OperatorError(`ファイルを読めません: ${file}`);
  });
  const account = refundAccountInputSchema.safeParse(readJson(text));
  if (!account.success)
    throw new OperatorError(
      `口座を読み取れません(${account.error.issues.map(({ path }) => path.join('.')).join('、')})。`,
    );
  await onOrder(context, orderNo, async (tx, order) => {
    await saveAccount(tx, deps, order, account.data).catch((error: unknown) => {
      throw error instanceof ApiError ? new StaffError(error.detail) : error;
    });
    await audit(tx, deps, staff, { act: 'enter-account', orderId: order.id });
  });
  print('口座を登録しました。ファイルを消してください。');
  return 0;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function transfers(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 3);
  const [action] = wishes.positionals;
  if (action === 'export') return exportTransfers(context, wishes);
  if (action === 'paid') return paidTransfer(context, wishes);
  if (action === 'returned') return returnedTransfer(context, wishes);
  if (action === 'account') return enterAccount(context, wishes);
  throw new OperatorError('transfers export・paid・returned・account のどれかを指定してください。');
}
