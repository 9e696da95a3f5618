import { inArray } from 'drizzle-orm';
import { demoAccountIds } from '../content/demoAccounts.ts';
import { users } from '../db/schema/accounts.ts';
import { eraseUsers } from '../domain/file/sweep.ts';
import { type Command, OperatorError } from './command.ts';

/** `npm run db -- demo remove`: takes the accounts with the known password away, so that production may start. */
export const demoCommand: Command = {
  name: 'demo',
  usage: ['demo remove'],
  async run({ deps, args, print }) {
    if (args[0] !== 'remove' || args.length > 1)
      throw new OperatorError('demo のあとに remove を指定してください。');
    const ids = await demoAccountIds(deps);
    if (ids.length > 0) await eraseUsers(deps, inArray(users.id, ids));
    print(
      `体験用のアカウントを、その学習の記録ごと削除しました(${ids.length}件)。体験用の教材はそのまま残ります。`,
    );
    return 0;
  },
};
