import { eq } from 'drizzle-orm';
import { tidyEmail } from '#contracts/email.ts';
import { users } from '../db/schema/accounts.ts';
import { type Command, OperatorError } from './command.ts';

/** `npm run db -- password force <address>`: the learner has to choose a new password before anything else. */
export const passwordCommand: Command = {
  name: 'password',
  usage: ['password force <メールアドレス>'],
  async run({ deps, args, print }) {
    const [action, email] = args;
    if (action !== 'force' || !email)
      throw new OperatorError('password force のあとに、メールアドレスを指定してください。');
    const modified = new Date(deps.clock.now());
    const found = await deps.db
      .update(users)
      .set({ mustChangePassword: true, modified })
      .where(eq(users.email, tidyEmail(email)))
      .returning({ id: users.id });
    if (found.length === 0) throw new OperatorError('このメールアドレスの利用者はいません。');
    print('次に操作するとき、パスワードの変更が必要になります。');
    return 0;
  },
};
