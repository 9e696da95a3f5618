import { request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import webpush from 'web-push';
import type { PushPayload } from '#contracts/pushPayload.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { isAllowedEndpoint, publicLookup } from './target.ts';
import type { VapidKeys } from './vapid.ts';

/** A browser as it subscribed. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/**
 * `gone`: the browser can never be reached again · `later`: to be tried again, after `seconds` if the service says so.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'later'; seconds: number; reason: string }
  | { kind: 'refused'; reason: string };

/** How long a push service keeps a message for a phone that is off, seconds. */
const lifetimes = { notice: 86_400, reminder: 3_600 } as const;

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `status ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', reason };
  const seconds = Number(retryAfter);
  return { kind: 'later', seconds: Number.isFinite(seconds) ? Math.max(0, seconds) : 0, reason };
}

type Prepared = { endpoint: string; method: string; headers: Record<string, unknown>; body: Buffer | null };

/** Makes the call; its answer is not read, redirects are not followed. */
function post(prepared: Prepared, config: Config, signal: AbortSignal): Promise<Outcome> {
  const url = new URL(prepared.endpoint);
  const options: RequestOptions = {
    method: prepared.method,
    headers: prepared.headers as RequestOptions['headers'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(config.outwardTimeout)]),
    ...(config.pushAllowLocal ? {} : { lookup: publicLookup }),
  };
  const open = url.protocol === 'http:' ? overHttp : overHttps;
  return new Promise((resolve, reject) => {
    const call = open(url, options, (answer) => {
      answer.on('error', () => undefined).resume();
      resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']));
    });
    call.on('error', reject).end(prepared.body ?? undefined);
  });
}

/**
 * Sends one message to one browser, encrypted for it alone and signed with the server's key. Never throws: what
 * cannot be sent now is `later`.
 */
export async function sendPush(
  { config }: Pick<Deps, 'config'>,
  keys: VapidKeys,
  target: PushTarget,
  payload: PushPayload,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!isAllowedEndpoint(target.endpoint, config.pushAllowLocal)) return { kind: 'gone' };
  try {
    const { endpoint, p256dh, auth } = target;
    const prepared = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: config.pushContact, ...keys },
        TTL: lifetimes[payload.kind],
        urgency: 'normal',
      },
    );
    return await post(prepared, config, signal);
  } catch (error) {
    return { kind: 'later', seconds: 0, reason: error instanceof Error ? error.name : 'unknown' };
  }
}
