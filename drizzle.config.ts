import { defineConfig } from 'drizzle-kit';

/** Read by `npm run db -- generate` only; the server itself applies the SQL files. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/*.ts',
  out: './server/db/migrations',
});
