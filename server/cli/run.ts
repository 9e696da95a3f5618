import { type Config, readConfig } from '../config.ts';
import { openDb } from '../db/client.ts';
import { makeDeps } from '../deps.ts';
import { type FolderLock, lockFolder } from '../lock.ts';
import { silentLog } from '../log.ts';
import { type Command, runCommand } from './command.ts';
import { callServer, isServerRunning } from './control.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const running = 'サーバーが動いています。終了してから、もう一度実行してください。';
const busy = '別のコマンドが実行中です。終わってからもう一度実行してください。';

/** Opens the database in this process, for one command. */
async function runHere(
  commands: Command[],
  config: Config,
  { name, keepsShape }: Command,
  args: string[],
): Promise<number> {
  const lock: FolderLock | null = config.databaseUrl === null ? await lockFolder(config.dataDir) : null;
  lock?.host({ refusal: busy });
  try {
    const database = await openDb(config, 'konomanavi-command');
    try {
      if (!keepsShape) await database.migrate();
      const deps = await makeDeps({ db: database.db, config, log: silentLog });
      return await runCommand(commands, name, { deps, args, cwd: process.cwd(), print });
    } finally {
      await database.close();
    }
  } finally {
    await lock?.release();
  }
}

function showUsage(script: string, commands: Command[]): void {
  print('使い方:');
  for (const line of commands.flatMap((command) => command.usage)) print(`  npm run ${script} -- ${line}`);
}

/**
 * Runs one operator's command. It runs in the server when there is one, because only one process may open the embedded
 * database; else here. `script` is the npm script's name. Answers the exit code.
 */
export async function runCli(script: string, commands: Command[], argv: string[]): Promise<number> {
  const [name, ...args] = argv;
  const command = commands.find((candidate) => candidate.name === name);
  if (name === undefined || !command) {
    if (name !== undefined && name !== 'help' && name !== '--help')
      print(`「${name}」というコマンドはありません。`);
    showUsage(script, commands);
    return name === undefined || name === 'help' || name === '--help' ? 0 : 2;
  }
  try {
    const config = readConfig(process.env);
    if (config.databaseUrl === null && command.needsStop) {
      if (await isServerRunning(config.dataDir)) {
        print(running);
        return 1;
      }
    } else if (config.databaseUrl === null) {
      const code = await callServer(config.dataDir, { command: name, args, cwd: process.cwd() }, print);
      if (code !== null) return code;
    }
    return await runHere(commands, config, command, args);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
