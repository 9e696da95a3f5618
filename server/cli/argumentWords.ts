/** The option that node:util's parser names in its English sentence, as it was typed. */
const named = /'(-[^'\s<=]+)/;

const sentences: Record<string, (option: string, message: string) => string> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: (option) => `「${option}」という指定は使えません。`,
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: (option, message) =>
    message.includes('does not take')
      ? `${option} に値は付けられません。`
      : `${option} の値を指定してください(「-」で始まる値は使えません)。`,
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: () => '指定が多すぎます。',
};

/**
 * Says what is wrong with a command's arguments, in words for the operator; `null`: the error is not about arguments.
 * Commands read their arguments with `parseArgs` of node:util, which throws an English sentence with a code.
 */
export function argumentWords(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (!code.startsWith('ERR_PARSE_ARGS')) return null;
  return sentences[code]?.(named.exec(message)?.[1] ?? '', message) ?? '指定が正しくありません。';
}
