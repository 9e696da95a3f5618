// `npm run content -- …`: the operator's commands on content packs.
import { runCli } from '../cli/run.ts';
import { contentCommands, validatePack } from './commands.ts';

const [name, ...args] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);
process.exitCode =
  name === 'validate'
    ? await validatePack(args, process.cwd(), print)
    : await runCli('content', contentCommands, process.argv.slice(2));
