import { resolve } from 'node:path';
import { importPostal, PostalFileError } from '../postal/importPostal.ts';
import { type Command, OperatorError } from './command.ts';

/** `npm run db -- postal <file>`: loads Japan Post's postal codes (utf_ken_all.csv, UTF-8). */
export const postalCommand: Command = {
  name: 'postal',
  usage: ['postal <utf_ken_all.csv>'],
  async run({ deps, args, cwd, print }) {
    const [file] = args;
    if (!file)
      throw new OperatorError(
        '日本郵便のサイトからダウンロードした utf_ken_all.zip を展開し、中の utf_ken_all.csv を指定してください。',
      );
    try {
      const count = await importPostal(deps, resolve(cwd, file));
      print(`郵便番号データを読み込みました(${count}件)。`);
      return 0;
    } catch (error) {
      if (error instanceof PostalFileError) throw new OperatorError(error.message);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new OperatorError(`ファイルがありません: ${file}`);
      throw error;
    }
  },
};
