/** An operator's commands of `npm run money`, beside a test shop. */
import { runCommand } from '../cli/command.ts';
import { serverCommands } from '../cli/registry.ts';
import type { OrderRow } from '../db/schema/order.ts';
import { moneyAudit } from '../db/schema/refund.ts';
import { compareBooks } from '../domain/order/nightly.ts';
import { openTestShop, type TestShop } from './buyer.ts';
import type { TestApp } from './createTestApp.ts';
import { emptyFolder } from './emptyFolder.ts';
import { storeSeller } from './paidOrders.ts';

export type MoneyDesk = {
  shop: TestShop;
  app: TestApp;
  userId: number;
  /** Data folder of the server, in which the operator types. */
  folder: string;
  /** What the operator sees, and the exit code. */
  money(...args: string[]): Promise<{ exit: number; text: string }>;
  /** What the audit noted: act and actor. */
  acts(): Promise<string[]>;
  /** What is wrong with the books, of all orders. */
  problems(): Promise<string[]>;
};

/** A shop with a seller, a user and an empty data folder. Stop its gateway after the test. */
export async function openMoneyDesk(): Promise<MoneyDesk> {
  const shop = await openTestShop();
  const { app } = shop;
  const folder = await emptyFolder();
  app.deps.config.dataDir = folder;
  const { id: userId } = await app.createUser();
  await storeSeller(app);
  return {
    shop,
    app,
    userId,
    folder,
    money: async (...args) => {
      const lines: string[] = [];
      const context = { deps: app.deps, args, cwd: folder, print: (line: string) => lines.push(line) };
      return { exit: await runCommand(serverCommands, 'money', context), text: lines.join('\n') };
    },
    acts: async () => (await app.db.select().from(moneyAudit)).map(({ act, actor }) => `${act} ${actor}`),
    problems: async () => [...(await compareBooks(app.deps, new Date(0))).values()].flat(),
  };
}

/** The gateway's number of an order's first attempt. */
export const first = ({ orderNo }: Pick<OrderRow, 'orderNo'>) => `${orderNo}-01`;

/** Options for who does it, and why. */
export const by = (actor: string) => ['--by', actor, '--why', 'お客様のお申し出'];
