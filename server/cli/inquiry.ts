import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asc, eq, inArray } from 'drizzle-orm';
import { type InquiryRow, inquiries } from '../db/schema/support.ts';
import { answerInquiry, closeInquiry, readInquiry } from '../domain/inquiry/store.ts';
import { sayTime } from '../maintenance/time.ts';
import { type Command, type CommandContext, OperatorError } from './command.ts';

const states = { open: '未回答', answered: '回答済み', closed: '終了' } as const;

async function find({ deps }: CommandContext, number: string | undefined): Promise<InquiryRow> {
  const wanted = (number ?? '').trim().toUpperCase();
  const [row] = await deps.db.select().from(inquiries).where(eq(inquiries.number, wanted)).limit(1);
  if (!row) throw new OperatorError('その受付番号のお問い合わせはありません。');
  return row;
}

async function list({ deps, args, print }: CommandContext): Promise<number> {
  const isAll = args.includes('--all');
  const wanted: InquiryRow['status'][] = isAll ? ['open', 'answered', 'closed'] : ['open'];
  const rows = await deps.db
    .select()
    .from(inquiries)
    .where(inArray(inquiries.status, wanted))
    .orderBy(asc(inquiries.updated));
  for (const row of rows)
    print(`${row.number}  ${states[row.status]}  ${sayTime(row.updated.toISOString())}  ${row.subject}`);
  print(`${rows.length}件`);
  return 0;
}

async function show(context: CommandContext): Promise<number> {
  const { deps, args, print } = context;
  const row = await find(context, args[0]);
  const { messages } = await readInquiry(deps.db, deps, row.id);
  print(`受付番号: ${row.number}(${states[row.status]})  分類: ${row.category}`);
  print(`お名前  : ${row.name}  ${row.email}${row.userId === null ? '' : `  会員番号 ${row.userId}`}`);
  if (row.standing) print(`学年など: ${row.standing}`);
  if (row.orderNo) print(`注文番号: ${row.orderNo}`);
  for (const { from, body, files, created } of messages as Message[]) {
    print(`― ${from === 'staff' ? '回答' : 'お客様'}  ${sayTime(created)}`);
    for (const line of body.split('\n')) print(`  ${line}`);
    for (const { id, name } of files)
      print(`  添付: ${name}  ${join(deps.config.filesDir, id.slice(0, 2), id)}`);
  }
  return 0;
}
type Message = { from: string; body: string; created: string; files: { id: string; name: string }[] };

async function reply(context: CommandContext): Promise<number> {
  const { deps, args, print } = context;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { message: { type: 'string' } },
  });
  const row = await find(context, positionals[0]);
  const message = values.message?.trim();
  if (!message) throw new OperatorError('--message で回答の文を指定してください。');
  await deps.db.transaction((tx) => answerInquiry(tx, deps, row, message));
  print('回答を保存しました。メールでもお知らせします。');
  return 0;
}

async function close(context: CommandContext): Promise<number> {
  const { deps, args, print } = context;
  const row = await find(context, args[0]);
  await deps.db.transaction((tx) => closeInquiry(tx, deps, row));
  print('お問い合わせを終了しました。');
  return 0;
}

/** `npm run db -- inquiry list | show | reply | close`: the support desk, until there is a screen for it. */
export const inquiryCommand: Command = {
  name: 'inquiry',
  usage: [
    'inquiry list [--all]',
    'inquiry show <受付番号>',
    'inquiry reply <受付番号> --message 回答',
    'inquiry close <受付番号>',
  ],
  async run(context) {
    const [action, ...args] = context.args;
    const actions = { list, show, reply, close };
    if (action === undefined || !(action in actions))
      throw new OperatorError('list・show・reply・close のどれかを指定してください。');
    return actions[action as keyof typeof actions]({ ...context, args });
  },
};
