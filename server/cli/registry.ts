import { contentCommands } from '../content/commands.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import type { Command } from './command.ts';
import { demoCommand } from './demo.ts';
import { examCommands } from './examCommands.ts';
import { inquiryCommand } from './inquiry.ts';
import { maintenanceCommand } from './maintenance.ts';
import { moneyCommand } from './moneyCommand.ts';
import { passwordCommand } from './password.ts';
import { postalCommand } from './postal.ts';
import { migrateCommand, statusCommand } from './tables.ts';

/** Commands of `npm run db`. */
export const dbCommands: Command[] = [
  maintenanceCommand,
  statusCommand,
  migrateCommand,
  passwordCommand,
  postalCommand,
  inquiryCommand,
  demoCommand,
  backupCommand,
  restoreCommand,
];

/** Every command a running server takes over its control socket. */
export const serverCommands: Command[] = [
  ...dbCommands,
  ...contentCommands,
  ...examCommands,
  moneyCommand,
].filter((command) => !command.needsStop);
