// `npm run money -- …`: what the staff does about money.
import { moneyCommand } from './moneyCommand.ts';
import { runCli } from './run.ts';

const argv = process.argv.slice(2);
const wantsHelp = argv.length === 0 || argv[0] === 'help' || argv[0] === '--help';
process.exitCode = await runCli('money', [moneyCommand], wantsHelp ? argv : [moneyCommand.name, ...argv]);
