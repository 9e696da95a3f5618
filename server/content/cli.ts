// `npm run content -- …`: the operator's commands on content packs.
import { runCli } from '../cli/run.ts';
import { askYes } from './askYes.ts';
import { contentCommands, validatePack, wantsRegrade, wantsYes } from './commands.ts';

const argv = process.argv.slice(2);
const [name, ...args] = argv;
const print = (line: string) => process.stdout.write(`${line}\n`);

const questions: Record<number, { ask: string; wish: string }> = {
  [wantsYes]: { ask: 'これらをなくして取り込みますか。', wish: '--delete' },
  [wantsRegrade]: { ask: '正解を変えて、採点しなおしますか。', wish: '--regrade' },
};

/**
 * The command may run in the server, which has no terminal. So this process asks the operator, once for each question.
 */
async function run(given: string[]): Promise<number> {
  const code = await runCli('content', contentCommands, given);
  const question = questions[code];
  if (name !== 'import' || !question || !process.stdin.isTTY || given.includes(question.wish)) return code;
  if (!(await askYes(question.ask, process.stdin, process.stdout))) return code;
  return run([...given, question.wish]);
}

process.exitCode = name === 'validate' ? await validatePack(args, process.cwd(), print) : await run(argv);
