import { parseArgs } from 'node:util';
import {
  endMaintenance,
  type MaintenanceState,
  readMaintenance,
  startMaintenance,
} from '../maintenance/store.ts';
import { readTime, sayTime } from '../maintenance/time.ts';
import { type Command, type CommandContext, OperatorError } from './command.ts';

const defaults = {
  title: 'メンテナンス中です',
  message: 'ただいまメンテナンスを行っています。終わるまでしばらくお待ちください。',
};

function readOption(name: string, text: string | undefined, now: number): string | null {
  if (text === undefined) return null;
  const time = readTime(text, now);
  if (time === null) {
    throw new OperatorError(
      `--${name} は 13:30 または 2026-04-10T13:30+09:00 の形で指定してください(いまの値: ${text})。`,
    );
  }
  return time;
}

function readState(args: string[], now: number): MaintenanceState {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      title: text,
      message: text,
      until: text,
      from: text,
      contact: text,
      affected: { ...text, multiple: true },
    },
  });
  const ends = readOption('until', values.until, now);
  if (ends !== null && Date.parse(ends) <= now)
    throw new OperatorError('--until が過去の時刻です。これからの時刻を指定してください。');
  return {
    title: values.title ?? defaults.title,
    message: values.message ?? defaults.message,
    starts_at: readOption('from', values.from, now) ?? new Date(now).toISOString(),
    ends_at: ends,
    affected: values.affected ?? [],
    contact_url: values.contact ?? null,
  };
}

function printState(state: MaintenanceState, print: (line: string) => void): void {
  print(`  見出し: ${state.title}`);
  print(`  本文  : ${state.message}`);
  if (state.starts_at) print(`  開始  : ${sayTime(state.starts_at)}`);
  print(`  終了  : ${state.ends_at ? `${sayTime(state.ends_at)} の予定` : '未定'}(off にするまで続きます)`);
}

async function turnOn({ deps, args, print }: CommandContext): Promise<number> {
  const now = deps.clock.now();
  const state = readState(args, now);
  await startMaintenance(deps.db, state, now);
  print(
    'メンテナンスを開始しました。1秒以内に、すべてのAPIが503を返します。アプリの画面とファイルは配信を続けます。',
  );
  printState(state, print);
  return 0;
}

async function turnOff({ deps, print }: CommandContext): Promise<number> {
  const wasOn = await endMaintenance(deps.db);
  print(wasOn ? 'メンテナンスを終了しました。' : 'メンテナンス中ではありません。');
  return 0;
}

async function showStatus({ deps, print }: CommandContext): Promise<number> {
  const state = await readMaintenance(deps.db);
  print(state ? 'メンテナンス中です。' : 'メンテナンス中ではありません。');
  if (state) printState(state, print);
  return 0;
}

/** `npm run db -- maintenance on | off | status` (architecture.md 6). */
export const maintenanceCommand: Command = {
  name: 'maintenance',
  usage: [
    'maintenance on [--title 見出し] [--message 本文] [--until 13:30] [--affected 対象 …] [--contact URL]',
    'maintenance off',
    'maintenance status',
  ],
  async run(context) {
    const [action, ...args] = context.args;
    const actions = { on: turnOn, off: turnOff, status: showStatus };
    if (action === undefined || !(action in actions)) {
      throw new OperatorError('on・off・status のどれかを指定してください。');
    }
    return actions[action as keyof typeof actions]({ ...context, args });
  },
};
