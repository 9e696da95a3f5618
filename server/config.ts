import { join, resolve } from 'node:path';
import { type PaymentSettings, readPaymentSettings } from './payment/settings.ts';

/** Settings of a server process; README names them. Times are seconds unless said. */
export type Config = {
  port: number;
  /** `127.0.0.1` while developing, all addresses when `NODE_ENV=production`. */
  host: string;
  /** Folder of everything this installation writes: embedded database, secret, media, control socket. */
  dataDir: string;
  /** PostgreSQL, or `null` for the embedded database. */
  databaseUrl: string | null;
  /** The installation's secret, or `null`: one is made and kept in the data folder. */
  secret: string | null;
  /** The built app. */
  distDir: string;
  mediaDir: string;
  accessTtl: number;
  refreshTtl: number;
  /** Longest that a session goes on, however often it is refreshed. */
  sessionTtl: number;
  /** How long a refresh token is still accepted after it was exchanged (a lost answer, a second tab). */
  refreshGrace: number;
  /** Origins that may call the API from another host. */
  corsOrigins: string[];
  /** Further origins the served app may connect to (an API elsewhere). */
  connectOrigins: string[];
  /** Address of this server as seen from outside, put before media addresses; empty: relative addresses. */
  publicUrl: string;
  /** Proxies in front of this server whose `X-Forwarded-For` and `-Proto` count. */
  trustedProxies: number;
  /** Largest body of an API call, bytes. */
  bodyLimit: number;
  /** Longest run of an API call, milliseconds (specification.md 9: server timeout). */
  requestTimeout: number;
  /** Longest call to another server, milliseconds (specification.md 9). */
  outwardTimeout: number;
  /** Contact to which push services may write about our messages (RFC 8292): `mailto:` or `https:`. */
  pushContact: string;
  /** Lets tests use a push service on this machine; never in production. */
  pushAllowLocal: boolean;
  /** Address of the app as people open it; links in mails lead there. */
  appUrl: string;
  /** Mail server, `smtp://user:password@host:587` or `smtps://…`; `null`: mails become files in `mailDir`. */
  smtpUrl: string | null;
  /** Sender of every mail. */
  mailFrom: string;
  mailDir: string;
  /** Files that people send to the support desk. Several hosts need one folder in common. */
  filesDir: string;
  /** Address that is told of new inquiries, or `null`: nobody is told. */
  supportMail: string | null;
  /** How money is taken. */
  payment: PaymentSettings;
  /** Sells for real money what needs papers about the contract (money.md 4.18): once a lawyer has said how. */
  contractSales: boolean;
  production: boolean;
};

type Environment = Record<string, string | undefined>;

const shortestSecret = 16;

function secretOf(env: Environment): string | null {
  if (!env.SECRET) return null;
  if (env.SECRET.length < shortestSecret)
    throw new Error(`SECRET は${shortestSecret}文字以上にしてください。`);
  return env.SECRET;
}

function whole(env: Environment, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text))
    throw new Error(`${name} は0以上の整数で指定してください(いまの値: ${text})。`);
  return Number(text);
}

function origins(env: Environment, name: string): string[] {
  const entries = (env[name] ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.map((entry) => {
    if (!URL.canParse(entry) || new URL(entry).origin === 'null') {
      throw new Error(`${name} は https://example.com のような形で指定してください(いまの値: ${entry})。`);
    }
    return new URL(entry).origin;
  });
}

/** Push services refuse a contact that cannot be reached from outside, so there is a neutral fallback. */
function pushContact(env: Environment): string {
  const contact = env.PUSH_CONTACT || (env.PUBLIC_URL?.startsWith('https://') ? env.PUBLIC_URL : '');
  if (contact === '') return 'mailto:push@example.com';
  if (!/^(mailto:.+@.+|https:\/\/.+)/.test(contact))
    throw new Error(
      `PUSH_CONTACT は mailto:you@example.com のような形で指定してください(いまの値: ${contact})。`,
    );
  return contact;
}

function webAddress(env: Environment, name: string): string {
  const address = (env[name] ?? '').replace(/\/+$/, '');
  if (address !== '' && !/^https?:\/\/[^\s/]+/.test(address))
    throw new Error(`${name} は https://app.example.jp のような形で指定してください(いまの値: ${address})。`);
  return address;
}

/** The address may hold a password, so an invalid one is not printed. */
function smtpUrl(env: Environment): string | null {
  if (!env.SMTP_URL) return null;
  if (!URL.canParse(env.SMTP_URL) || !/^smtps?:\/\/.+/.test(env.SMTP_URL))
    throw new Error('SMTP_URL は smtp://user:password@mail.example.jp:587 のような形で指定してください。');
  return env.SMTP_URL;
}

function mailFrom(env: Environment, appUrl: string): string {
  const sender = env.MAIL_FROM || `コノマナビ <no-reply@${new URL(appUrl).hostname}>`;
  if (!/^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(sender))
    throw new Error(
      `MAIL_FROM は コノマナビ <no-reply@example.jp> のような形で指定してください(いまの値: ${sender})。`,
    );
  return sender;
}

function supportMail(env: Environment): string | null {
  const address = env.SUPPORT_MAIL || null;
  if (address !== null && !/^[^<>@\s]+@[^<>@\s]+$/.test(address))
    throw new Error(
      `SUPPORT_MAIL は support@example.jp のような形で指定してください(いまの値: ${address})。`,
    );
  return address;
}

/** Reads the settings from the environment. Throws an Error in Japanese that names the wrong one. */
export function readConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production';
  const dataDir = resolve(env.DATA_DIR || '.data');
  const port = whole(env, 'PORT', 4173);
  const publicUrl = webAddress(env, 'PUBLIC_URL');
  const appUrl = webAddress(env, 'APP_URL') || publicUrl || `http://localhost:${port}`;
  return {
    port,
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: env.DATABASE_URL || null,
    secret: secretOf(env),
    distDir: resolve(env.DIST_DIR || 'dist'),
    mediaDir: resolve(env.MEDIA_DIR || join(dataDir, 'media')),
    accessTtl: whole(env, 'ACCESS_TTL', 3600),
    refreshTtl: whole(env, 'REFRESH_TTL', 60 * 86_400),
    sessionTtl: whole(env, 'SESSION_TTL', 180 * 86_400),
    refreshGrace: whole(env, 'REFRESH_GRACE', 60),
    corsOrigins: origins(env, 'CORS_ORIGINS'),
    connectOrigins: origins(env, 'CONNECT_ORIGINS'),
    publicUrl,
    trustedProxies: whole(env, 'TRUSTED_PROXIES', 0),
    bodyLimit: 1024 * 1024,
    requestTimeout: whole(env, 'REQUEST_TIMEOUT', 10_000),
    outwardTimeout: 10_000,
    pushContact: pushContact(env),
    pushAllowLocal: !production && env.PUSH_ALLOW_LOCAL === '1',
    appUrl,
    smtpUrl: smtpUrl(env),
    mailFrom: mailFrom(env, appUrl),
    mailDir: resolve(env.MAIL_DIR || join(dataDir, 'outbox')),
    filesDir: resolve(env.FILES_DIR || join(dataDir, 'files')),
    supportMail: supportMail(env),
    payment: readPaymentSettings(env, port),
    contractSales: env.CONTRACT_SALES === '1',
    production,
  };
}
