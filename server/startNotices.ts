import type { Config } from './config.ts';
import type { Capabilities } from './payment/port.ts';

const embedded = '組み込みのデータベース (PGlite) は、変更をディスクに書き終えてから答えます。';
const oneProcess = '1台・1プロセス専用です。';

function databaseNotice(config: Config): string[] {
  if (config.databaseUrl !== null) return [];
  if (!config.production)
    return [`${embedded}${oneProcess}料金をいただく本番では PostgreSQL をお使いください。`];
  return [
    `注意: ${embedded}ただし${oneProcess}料金をいただく本番では、DATABASE_URL で PostgreSQL を指定してください。`,
  ];
}

function paymentNotice(config: Config, { kind, counterUrl }: Capabilities): string[] {
  if (counterUrl !== null) {
    const warning = config.production ? '注意: 決済はテスト用です。実際のお金は動きません。' : '';
    return [
      `テスト決済の窓口(テスト用カード・コンビニのレジ・銀行):  ${counterUrl}`,
      ...(warning ? [warning] : []),
    ];
  }
  if (kind === 'none') return ['注意: 決済の設定 (GMO_…) がないため、無料のもの以外は申し込めません。'];
  return [];
}

/** Whoever tries the app needs the code that a sign-up sends. */
function mailNotice({ production, smtpUrl, mailDir }: Config): string[] {
  if (production || smtpUrl !== null) return [];
  return [`メールは送られません。登録の認証コードなどは、このフォルダーのファイルで読めます:  ${mailDir}`];
}

/**
 * What an operator has to know when the server starts, one Japanese line each: what the embedded database guarantees,
 * and in production the settings that still have values for development.
 */
export function startNotices(config: Config, payment: Capabilities): string[] {
  const notices = [...paymentNotice(config, payment), ...mailNotice(config), ...databaseNotice(config)];
  if (!config.production) return notices;
  if (config.smtpUrl === null)
    notices.push(`注意: SMTP_URL がないため、メールは送られず、${config.mailDir} にファイルで残ります。`);
  if (/^http:\/\/localhost(:|$)/.test(config.appUrl))
    notices.push(`注意: APP_URL がないため、メールのリンクは ${config.appUrl} を指します。`);
  return notices;
}
