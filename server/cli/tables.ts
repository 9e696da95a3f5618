import { sql } from 'drizzle-orm';
import { queryRows } from '../db/client.ts';
import { readMaintenance } from '../maintenance/store.ts';
import type { Command } from './command.ts';

/** `npm run db -- migrate`: the tables are brought up to date whenever the database is opened; this says so. */
export const migrateCommand: Command = {
  name: 'migrate',
  usage: ['migrate'],
  async run({ deps, print }) {
    const rows = await queryRows<{ count: number }>(
      deps.db,
      sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
    );
    print(`データベースは最新です(適用済みの変更 ${rows[0]?.count ?? 0}件)。`);
    return 0;
  },
};

/** `npm run db -- status`: where the data are and what the server says at the moment. */
export const statusCommand: Command = {
  name: 'status',
  usage: ['status'],
  async run({ deps, print }) {
    const rows = await queryRows<{ users: number; sessions: number; version: string }>(
      deps.db,
      sql`select (select count(*)::int from users) as users, version(),
            (select count(*)::int from sessions where revoked is null) as sessions`,
    );
    const found = rows[0];
    const isEmbedded = deps.config.databaseUrl === null;
    print(`データベース: ${isEmbedded ? `組み込み(${deps.config.dataDir}/db)` : 'PostgreSQL(DATABASE_URL)'}`);
    print(`  ${found?.version.split(' on ')[0] ?? ''}`);
    print(`利用者: ${found?.users ?? 0}人、有効なログイン: ${found?.sessions ?? 0}件`);
    print((await readMaintenance(deps.db)) ? 'メンテナンス中です。' : 'メンテナンス中ではありません。');
    return 0;
  },
};
