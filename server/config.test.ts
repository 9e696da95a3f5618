import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('has defaults for everything', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 4173,
    host: '127.0.0.1',
    databaseUrl: null,
    accessTtl: 3600,
    refreshGrace: 60,
  });
  expect(config.dataDir).toMatch(/[\\/]\.data$/);
  expect(config.mediaDir).toMatch(/\.data[\\/]media$/);
  expect(readConfig({ NODE_ENV: 'production' }).host).toBe('0.0.0.0');
});

it('leads links in mails to the app, wherever the API is', () => {
  expect(readConfig({ PORT: '5000' }).appUrl).toBe('http://localhost:5000');
  expect(readConfig({ PUBLIC_URL: 'https://api.example.jp/' }).appUrl).toBe('https://api.example.jp');
  const config = readConfig({ PUBLIC_URL: 'https://api.example.jp', APP_URL: 'https://app.example.jp/' });
  expect(config.appUrl).toBe('https://app.example.jp');
  expect(config.mailFrom).toBe('コノマナビ <no-reply@app.example.jp>');
});

it('never repeats the password of the mail server', () => {
  expect(() => readConfig({ SMTP_URL: 'http://user:hidden@mail' })).toThrow(/^(?!.*hidden)/);
});

it('reads lists of origins', () => {
  const config = readConfig({ CORS_ORIGINS: 'https://a.example.com/, http://localhost:5173' });
  expect(config.corsOrigins).toEqual(['https://a.example.com', 'http://localhost:5173']);
});

it.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ SECRET: 'short' }, 'SECRET'],
  [{ ACCESS_TTL: '-1' }, 'ACCESS_TTL'],
  [{ CORS_ORIGINS: 'example.com' }, 'CORS_ORIGINS'],
  [{ CONNECT_ORIGINS: 'data:,' }, 'CONNECT_ORIGINS'],
  [{ PUSH_CONTACT: 'somebody' }, 'PUSH_CONTACT'],
  [{ APP_URL: 'app.example.jp' }, 'APP_URL'],
  [{ SMTP_URL: 'mail.example.jp' }, 'SMTP_URL'],
  [{ MAIL_FROM: 'コノマナビ' }, 'MAIL_FROM'],
  [{ SUPPORT_MAIL: '係' }, 'SUPPORT_MAIL'],
])('names the setting that is wrong: %j', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(name);
});

it('has no setting that the README does not name', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const code = read('./config.ts') + read('./payment/settings.ts');
  const used = [...code.matchAll(/\benv\.([A-Z_]+)|\(env, '([A-Z_]+)'/g)].map(
    ([, plain, named]) => plain ?? named,
  );
  expect(used).toContain('TRUSTED_PROXIES');
  const readme = read('../README.md');
  expect([...new Set(used)].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
