// `npm run content -- …`: the operator's commands on content packs.
import { runCli } from '../cli/run.ts';
import { askYes } from './askYes.ts';
import { contentCommands, validatePack, wantsYes } from './commands.ts';

const argv = process.argv.slice(2);
const [name, ...args] = argv;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The command may run in the server, which has no terminal: who typed it is asked here. */
async function run(): Promise<number> {
  const code = await runCli('content', contentCommands, argv);
  if (name !== 'import' || code !== wantsYes || !process.stdin.isTTY) return code;
  if (!(await askYes('これらをなくして取り込みますか。', process.stdin, process.stdout))) return code;
  return runCli('content', contentCommands, [...argv, '--delete']);
}

process.exitCode = name === 'validate' ? await validatePack(args, process.cwd(), print) : await run();
