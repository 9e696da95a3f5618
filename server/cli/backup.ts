import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rowsIn } from '../db/backup/format.ts';
import { RestoreError } from '../db/backup/read.ts';
import { restoreBackup } from '../db/backup/restore.ts';
import { BackupError, saveBackup } from '../db/backup/save.ts';
import { sayTime } from '../maintenance/time.ts';
import { type Command, OperatorError } from './command.ts';

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

/** `npm run db -- backup <file>`: works while the server runs. The tables are saved in whatever shape they are. */
export const backupCommand: Command = {
  name: 'backup',
  usage: ['backup <ファイル>'],
  keepsShape: true,
  async run({ deps, args, cwd, print }) {
    const [file, ...rest] = args;
    if (!file || rest.length > 0) throw new OperatorError('保存先のファイルを1つ指定してください。');
    const path = resolve(cwd, file);
    try {
      const contents = await saveBackup(deps, path);
      const size = megabytes((await stat(path)).size);
      print(
        `バックアップを保存しました: ${path}(${rowsIn(contents)}行、添付ファイル${contents.files}件、${size} MB)`,
      );
      print(`次のものは入っていません: 教材のファイル(${deps.config.mediaDir})、SECRET。`);
      return 0;
    } catch (error) {
      if (error instanceof BackupError) throw new OperatorError(error.message);
      throw error;
    }
  },
};

/** `npm run db -- restore <file>`: only without a server, in the command's own process. */
export const restoreCommand: Command = {
  name: 'restore',
  usage: ['restore <ファイル> [--replace]'],
  needsStop: true,
  async run({ deps, args, cwd, print }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean' } },
    });
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0) throw new OperatorError('バックアップのファイルを1つ指定してください。');
    try {
      const options = { mayReplace: values.replace ?? false };
      const { contents, made, hasSameSecret } = await restoreBackup(deps, resolve(cwd, file), options);
      print(
        `${sayTime(made)} のバックアップを復元しました(${rowsIn(contents)}行、添付ファイル${contents.files}件)。`,
      );
      if (!hasSameSecret)
        print(
          '注意: SECRET がバックアップのときと違います。送信待ちのメールと家族に渡したリンクは使えません。元の SECRET(または DATA_DIR の secret)があれば、起動する前に戻してください。',
        );
      return 0;
    } catch (error) {
      if (error instanceof RestoreError) throw new OperatorError(error.message);
      throw error;
    }
  },
};
