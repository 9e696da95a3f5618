import type { Deps } from '../deps.ts';
import { failureFields } from '../failureText.ts';

export type CommandContext = {
  deps: Deps;
  /** What follows the name of the command. */
  args: string[];
  /** Folder in which the operator typed the command; relative paths count from it. */
  cwd: string;
  /** Shows one line to the operator, also while the command runs in another process. */
  print(line: string): void;
};

/** An operator's command. It runs in the server when one is running, else in the command's own process. */
export type Command = {
  name: string;
  /** One line each, Japanese, as `npm run db` shows them. */
  usage: string[];
  /** It runs only while no server does, and never inside one. */
  needsStop?: true;
  /** It takes the tables in the shape they are in; for others they are brought to the present one first. */
  keepsShape?: true;
  /** Answers the exit code. An `OperatorError` is shown as its sentence, anything else as a failure. */
  run(context: CommandContext): Promise<number>;
};

/** A mistake of the operator; the message is Japanese and says what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Runs a command by its name and turns what it throws into lines. */
export async function runCommand(
  commands: Command[],
  name: string,
  context: CommandContext,
): Promise<number> {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    context.print(`「${name}」というコマンドはありません。`);
    return 2;
  }
  try {
    return await command.run(context);
  } catch (error) {
    const isMistake = error instanceof OperatorError || isArgumentError(error);
    context.print(
      isMistake ? (error as Error).message : `処理に失敗しました: ${String(failureFields(error).message)}`,
    );
    if (isMistake) for (const line of command.usage) context.print(`  ${line}`);
    return isMistake ? 2 : 1;
  }
}

function isArgumentError(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code?.startsWith('ERR_PARSE_ARGS') ?? false;
}
