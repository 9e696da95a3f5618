/** `paper …`: a contract paper to print and post, with where it goes (money.md 4.18). */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { transaction } from '../db/transaction.ts';
import { newestContract } from '../domain/document/contract.ts';
import { audit } from '../domain/operator/audit.ts';
import { orderOfNumber } from '../domain/operator/find.ts';
import { type Buyer, openBuyer } from '../domain/order/buyer.ts';
import { type CommandContext, OperatorError } from './command.ts';
import { readWishes, staffOf } from './moneyArgs.ts';

/** Only its owner can read what has a name in it. */
const mode = 0o600;

function whereTo({ address, email, payer }: Buyer): string[] {
  if (!address)
    return [
      '  住所: このご注文には、住所の登録がありません。お客様にお尋ねください。',
      `  メール: ${email}  電話: ${payer.phone || 'なし'}`,
    ];
  const { postal_code, prefecture, city, street, building } = address;
  const lines = [`〒${postal_code.slice(0, 3)}-${postal_code.slice(3)}`, `${prefecture}${city}${street}`];
  return [`  住所: ${[...lines, building].filter(Boolean).join(' ')}`];
}

/** Writes the newest contract paper into a new file, and says to whom and where it goes. The look is noted first. */
export async function paper({ deps, args, cwd, print }: CommandContext): Promise<number> {
  const wishes = readWishes(args, 2);
  const staff = staffOf(wishes);
  const [orderNo, file] = wishes.positionals;
  const order = await orderOfNumber(deps.db, orderNo);
  if (!file) throw new OperatorError('書き出すPDFファイルの名前を指定してください。');
  const found = await newestContract(deps.db, order.id);
  if (!found) throw new OperatorError('この注文に、契約書面はありません。');
  const { number, bytes } = found;
  if (!bytes) throw new OperatorError('契約書面を作成しています。少し待って、もう一度お試しください。');
  const buyer = await openBuyer(deps.keys, order);
  const done = { act: 'read-buyer', orderId: order.id, after: { paper: number } };
  await transaction(deps.db, (tx) => audit(tx, deps, staff, done));
  await writeFile(resolve(cwd, file), bytes, { flag: 'wx', mode }).catch(() => {
    throw new OperatorError(
      `ファイルを書けません(同じ名前のファイルがあるときは、別の名前にしてください): ${file}`,
    );
  });
  print(`契約書面 ${number} を書き出しました: ${file}`);
  print(`  宛名: ${buyer.payer.family_name} ${buyer.payer.given_name} 様`);
  for (const line of whereTo(buyer)) print(line);
  print('郵送して届いたら posted で到着の日を記録し、ファイルを消してください。');
  return 0;
}
