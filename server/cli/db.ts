// `npm run db -- …`: the operator's commands on the database.
import { generateMigration } from './generate.ts';
import { dbCommands } from './registry.ts';
import { runCli } from './run.ts';

const argv = process.argv.slice(2);
process.exitCode = argv[0] === 'generate' ? generateMigration(argv[1]) : await runCli('db', dbCommands, argv);
