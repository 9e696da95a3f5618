import iconv from 'iconv-lite';
import { isSourceList } from './sources.ts';

/** Which of the gateway's bank accounts is contracted (money.md 3.1). */
export type BankKind = 'ganb' | 'virtualaccount';

/** Everything that the protocol client needs to know about a gateway, real or scripted. */
export type GmoSettings = {
  shopId: string;
  shopPass: string;
  siteId: string;
  sitePass: string;
  /** With a slash at its end. */
  apiBase: string;
  tokenScriptUrl: string;
  tokenKeys: string[];
  /** Hosts (with port, if any) to which a buyer may be sent for the challenge. */
  redirectHosts: string[];
  bankKind: BankKind;
  /** Our name on the challenge, as the gateway wants it: EUC-JP in base64. */
  tenantName: string;
  /** The contact that a convenience store prints on its receipt. */
  cvsContact: { name: string; phone: string; hours: string };
};

/** Where the scripted gateway of this installation is (money.md 3.2). */
export type ScriptedSettings = {
  port: number;
  /** The port was set explicitly: another one must not be used. */
  isPortFixed: boolean;
  /** Address under which browsers reach it, or `null`: this machine. */
  url: string | null;
  /** `false`: one already runs at `url`. */
  isStarted: boolean;
  /** A file with faults to play, or `null`. */
  faultFile: string | null;
};

export type PaymentSettings = {
  /** `none`: only free things can be ordered. */
  kind: 'gmo' | 'scripted' | 'none';
  gmo: GmoSettings | null;
  scripted: ScriptedSettings;
  /** CIDR list of addresses that notifications may come from; empty: not checked. */
  notifySources: string[];
  /** A second origin for the card frame, or `null`. */
  frameOrigin: string | null;
};

/** Our names at the scripted gateway; it knows nobody else, so they are no secrets. */
export const scriptedShop = {
  shopId: 'tshop00000001',
  shopPass: 'scripted1',
  siteId: 'tsite00000001',
  sitePass: 'scripted2',
} as const;

type Environment = Record<string, string | undefined>;

const needed = [
  'GMO_SHOP_ID',
  'GMO_SHOP_PASS',
  'GMO_SITE_ID',
  'GMO_SITE_PASS',
  'GMO_API_BASE',
  'GMO_TOKEN_SCRIPT_URL',
  'GMO_REDIRECT_HOSTS',
  'GMO_TD_TENANT_NAME',
  'GMO_CVS_CONTACT_NAME',
  'GMO_CVS_CONTACT_PHONE',
  'GMO_CVS_CONTACT_HOURS',
] as const;

const further = ['GMO_TOKEN_KEYS', 'GMO_NOTIFY_SOURCES', 'GMO_BANK_KIND'] as const;

const words = (text: string | undefined) => (text ?? '').split(/[\s,]+/).filter((word) => word !== '');

function secureAddress(env: Environment, name: string): string {
  const address = env[name] ?? '';
  if (!URL.canParse(address) || !address.startsWith('https://'))
    throw new Error(`${name} は https:// で始まるアドレスで指定してください。`);
  return address;
}

/** Bytes of the shop's name on the challenge (money.md 3.4). */
const longestTenantName = 25;

/** The name in the gateway's form. Throws in Japanese when it is too long or has letters that EUC-JP lacks. */
export function tenantNameOf(name: string): string {
  const bytes = iconv.encode(name, 'euc-jp');
  if (iconv.decode(bytes, 'euc-jp') !== name || bytes.length > longestTenantName)
    throw new Error(
      `GMO_TD_TENANT_NAME は全角${Math.floor(longestTenantName / 2)}文字以内で指定してください(いまの値: ${name})。`,
    );
  return bytes.toString('base64');
}

function bankKindOf(env: Environment): BankKind {
  const kind = env.GMO_BANK_KIND || 'ganb';
  if (kind !== 'ganb' && kind !== 'virtualaccount')
    throw new Error(`GMO_BANK_KIND は ganb か virtualaccount で指定してください(いまの値: ${kind})。`);
  return kind;
}

function sourcesOf(env: Environment): string[] {
  const sources = words(env.GMO_NOTIFY_SOURCES);
  if (!isSourceList(sources))
    throw new Error(
      `GMO_NOTIFY_SOURCES は 203.0.113.0/24 のような形で指定してください(いまの値: ${env.GMO_NOTIFY_SOURCES})。`,
    );
  return sources;
}

function contactOf(env: Environment): GmoSettings['cvsContact'] {
  const hours = env.GMO_CVS_CONTACT_HOURS ?? '';
  if (!/^\d\d:\d\d-\d\d:\d\d$/.test(hours))
    throw new Error(
      `GMO_CVS_CONTACT_HOURS は 10:00-18:00 のような形で指定してください(いまの値: ${hours})。`,
    );
  const phone = env.GMO_CVS_CONTACT_PHONE ?? '';
  if (!/^[\d-]{10,13}$/.test(phone))
    throw new Error(
      `GMO_CVS_CONTACT_PHONE は 03-1234-5678 のような形で指定してください(いまの値: ${phone})。`,
    );
  return { name: env.GMO_CVS_CONTACT_NAME ?? '', phone, hours };
}

/** `null`: nothing is set. If only some settings are set, throws an Error in Japanese that names the missing ones. */
function gmoOf(env: Environment): GmoSettings | null {
  const text = (name: (typeof needed)[number]) => env[name] ?? '';
  if (![...needed, ...further].some((name) => env[name])) return null;
  // The buyer's browser and the gateway must be able to reach this server.
  const missing = [...needed, 'PUBLIC_URL'].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`決済の設定が足りません。次の設定も指定してください: ${missing.join(', ')}`);
  secureAddress(env, 'PUBLIC_URL');
  return {
    shopId: text('GMO_SHOP_ID'),
    shopPass: text('GMO_SHOP_PASS'),
    siteId: text('GMO_SITE_ID'),
    sitePass: text('GMO_SITE_PASS'),
    apiBase: `${new URL(secureAddress(env, 'GMO_API_BASE')).origin}/`,
    tokenScriptUrl: secureAddress(env, 'GMO_TOKEN_SCRIPT_URL'),
    tokenKeys: words(env.GMO_TOKEN_KEYS),
    redirectHosts: words(env.GMO_REDIRECT_HOSTS),
    bankKind: bankKindOf(env),
    tenantName: tenantNameOf(text('GMO_TD_TENANT_NAME')),
    cvsContact: contactOf(env),
  };
}

function portOf(env: Environment, mainPort: number): number {
  const text = env.GATEWAY_PORT;
  // The port next to the server's own. A server on any free port takes any free port here, too.
  if (!text) return mainPort === 0 ? 0 : mainPort + 10;
  if (!/^\d{1,5}$/.test(text))
    throw new Error(`GATEWAY_PORT は0以上の整数で指定してください(いまの値: ${text})。`);
  return Number(text);
}

function originOf(env: Environment, name: string): string | null {
  const address = env[name];
  if (!address) return null;
  if (!URL.canParse(address) || new URL(address).origin === 'null')
    throw new Error(`${name} は https://pay.example.jp のような形で指定してください(いまの値: ${address})。`);
  return new URL(address).origin;
}

/**
 * How this installation takes money (money.md 3.4). Without settings of a gateway the scripted one is used; in
 * production only together with the demo. Without the demo, nothing that costs money can be sold there.
 */
export function readPaymentSettings(env: Environment, mainPort: number): PaymentSettings {
  const gmo = gmoOf(env);
  const isPlay = env.NODE_ENV !== 'production' || env.DEMO === '1';
  return {
    kind: gmo !== null ? 'gmo' : isPlay ? 'scripted' : 'none',
    gmo,
    scripted: {
      port: portOf(env, mainPort),
      isPortFixed: Boolean(env.GATEWAY_PORT),
      url: originOf(env, 'GATEWAY_URL'),
      isStarted: env.GATEWAY_START !== '0',
      faultFile: env.GATEWAY_FAULTS || null,
    },
    notifySources: sourcesOf(env),
    frameOrigin: originOf(env, 'PAY_FRAME_ORIGIN'),
  };
}
