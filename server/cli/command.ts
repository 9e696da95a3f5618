import type { Deps } from '../deps.ts';
import { failureFields } from '../failureText.ts';
import { argumentWords } from './argumentWords.ts';

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
  /**
   * The command works on tables in any shape. For all other commands, the tables are brought to the present shape
   * first.
   */
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
    const mistake = error instanceof OperatorError ? error.message : argumentWords(error);
    context.print(mistake ?? `処理に失敗しました: ${String(failureFields(error).message)}`);
    if (mistake !== null) for (const line of usageFor(command, context.args)) context.print(`  ${line}`);
    return mistake === null ? 1 : 2;
  }
}

/** The usage lines of the action that was meant, such as `refund`; all lines when no action matches. */
function usageFor({ usage }: Command, args: string[]): string[] {
  const wordsOf = (line: string) => line.split(/[<[]/, 1)[0]?.split(/[\s|]+/) ?? [];
  const own = usage.filter((line) => wordsOf(line).includes(args[0] ?? ''));
  return own.length > 0 ? own : usage;
}
