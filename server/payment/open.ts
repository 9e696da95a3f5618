import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { CallLimits } from './gmo/call.ts';
import { createGmoGateway } from './gmo/client.ts';
import { noGateway } from './none.ts';
import type { PaymentGateway } from './port.ts';
import { scriptedShop, tenantNameOf } from './settings.ts';

/** Longest wait for a connection to the gateway, milliseconds (money.md 3.1). */
const connectTimeout = 3_000;

/** Addresses of a scripted gateway: for us, and for browsers. */
export type ScriptedAddress = { apiBase: string; url: string };

/** The gateway of a scripted address, with our limits but without its flow limit. */
export function scriptedGateway(
  address: ScriptedAddress,
  log: Log,
  limits: Partial<CallLimits> = {},
): PaymentGateway {
  return createGmoGateway({
    kind: 'scripted',
    log,
    limits: {
      connectTimeout,
      totalTimeout: 10_000,
      atOnce: 64,
      perSecond: Number.POSITIVE_INFINITY,
      ...limits,
    },
    notifySources: [],
    counterUrl: `${address.url}/`,
    settings: {
      ...scriptedShop,
      apiBase: `${address.apiBase}/`,
      tokenScriptUrl: `${address.url}/token.js`,
      tokenKeys: [],
      redirectHosts: [new URL(address.url).origin],
      bankKind: 'ganb',
      tenantName: tenantNameOf('コノマナビ'),
      cvsContact: { name: 'コノマナビ', phone: '03-0000-0000', hours: '10:00-18:00' },
    },
  });
}

/**
 * The gateway that the settings name. `scripted` is the address of the scripted gateway of this process; without it the
 * address in the settings counts.
 */
export function openGateway(
  config: Pick<Config, 'payment' | 'outwardTimeout'>,
  log: Log,
  scripted?: ScriptedAddress,
): PaymentGateway {
  const { payment, outwardTimeout } = config;
  if (payment.kind === 'gmo' && payment.gmo !== null)
    return createGmoGateway({
      kind: 'gmo',
      log,
      limits: { connectTimeout, totalTimeout: outwardTimeout, atOnce: 4, perSecond: 5 },
      notifySources: payment.notifySources,
      counterUrl: null,
      settings: payment.gmo,
    });
  if (payment.kind !== 'scripted') return noGateway();
  const url = payment.scripted.url ?? `http://localhost:${payment.scripted.port}`;
  return scriptedGateway(scripted ?? { apiBase: url, url }, log, { totalTimeout: outwardTimeout });
}
