import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { silentLog } from '../log.ts';
import { openGateway } from './open.ts';
import { readPaymentSettings, tenantNameOf } from './settings.ts';
import { sourceCheck } from './sources.ts';

const whole = {
  GMO_SHOP_ID: 'tshop1',
  GMO_SHOP_PASS: 'hidden-pass',
  GMO_SITE_ID: 'tsite1',
  GMO_SITE_PASS: 'hidden-pass',
  GMO_API_BASE: 'https://pt01.example.jp',
  GMO_TOKEN_SCRIPT_URL: 'https://static.example.jp/token.js',
  GMO_REDIRECT_HOSTS: 'pt01.example.jp, acs.example.jp',
  GMO_TD_TENANT_NAME: 'コノマナビ',
  GMO_CVS_CONTACT_NAME: 'コノマナビ',
  GMO_CVS_CONTACT_PHONE: '03-1234-5678',
  GMO_CVS_CONTACT_HOURS: '10:00-18:00',
  PUBLIC_URL: 'https://app.example.jp',
};

describe('which gateway takes the money', () => {
  it('is the scripted one while developing, and beside the demo', () => {
    expect(readPaymentSettings({}, 4173)).toMatchObject({ kind: 'scripted', scripted: { port: 4183 } });
    expect(readPaymentSettings({ NODE_ENV: 'production', DEMO: '1' }, 80).kind).toBe('scripted');
    expect(readPaymentSettings({}, 0).scripted.port).toBe(0);
  });

  it('is none in production without settings: nothing that costs can be sold', async () => {
    const config = readConfig({ NODE_ENV: 'production' });
    expect(config.payment.kind).toBe('none');
    const gateway = openGateway(config, silentLog);
    expect(gateway.capabilities).toMatchObject({ kind: 'none', card: null, cvs: null, bank: false });
    expect(await gateway.search({ gatewayOrderId: 'x', method: 'card' })).toMatchObject({
      kind: 'not_started',
      repeat: false,
    });
    expect(gateway.takesNotificationFrom('127.0.0.1')).toBe(false);
  });

  it('is the real one when all is set, also while developing', () => {
    const settings = readPaymentSettings(whole, 4173);
    expect(settings).toMatchObject({
      kind: 'gmo',
      gmo: { bankKind: 'ganb', redirectHosts: ['pt01.example.jp', 'acs.example.jp'] },
    });
    const { capabilities } = openGateway({ payment: settings, outwardTimeout: 10_000 }, silentLog);
    expect(capabilities).toMatchObject({ kind: 'gmo', card: { shopId: 'tshop1' }, counterUrl: null });
  });
});

describe('settings that do not fit', () => {
  it.each(Object.keys(whole))('does not start without %s, and names it', (name) => {
    const some = { ...whole, [name]: undefined };
    expect(() => readPaymentSettings(some, 4173)).toThrow(new RegExp(`次の設定.*: ${name}$`));
    expect(() => readPaymentSettings(some, 4173)).toThrow(/^(?!.*hidden-pass)/);
  });

  it('does not start with only a further one', () => {
    expect(() => readPaymentSettings({ GMO_BANK_KIND: 'ganb' }, 4173)).toThrow('GMO_SHOP_ID');
  });

  it.each([
    ['GMO_API_BASE', 'http://pt01.example.jp'],
    ['GMO_TOKEN_SCRIPT_URL', 'token.js'],
    ['GMO_BANK_KIND', 'paper'],
    ['GMO_NOTIFY_SOURCES', '203.0.113.0/99'],
    ['GMO_TD_TENANT_NAME', 'コノマナビ・オンライン学習'],
    ['GMO_CVS_CONTACT_HOURS', 'いつでも'],
    ['GMO_CVS_CONTACT_PHONE', 'なし'],
    ['PUBLIC_URL', 'http://app.example.jp'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readPaymentSettings({ ...whole, [name]: value }, 4173)).toThrow(name);
  });

  it('sends our name on the challenge in EUC-JP', () => {
    expect(Buffer.from(tenantNameOf('学び'), 'base64').toString('hex')).toBe('b3d8a4d3');
  });
});

it('row 68: takes notifications from the named networks only, and from all while none is named', () => {
  const takes = sourceCheck(['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']);
  const asked = ['203.0.113.9', '::ffff:203.0.113.9', '203.0.114.9', '2001:db8::1', '198.51.100.7', ''];
  expect(asked.map(takes)).toEqual([true, true, false, true, true, false]);
  expect(sourceCheck([])('192.0.2.1')).toBe(true);
});
