// `npm run exam -- …`: what operators do for exams.
import { examCommands } from './examCommands.ts';
import { runCli } from './run.ts';

process.exitCode = await runCli('exam', examCommands, process.argv.slice(2));
