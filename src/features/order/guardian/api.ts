import {
  type GuardianApproveInput,
  type GuardianAsked,
  type GuardianChange,
  type GuardianLimitInput,
  type GuardianOrder,
  type GuardianPayInput,
  type GuardianStatusAnswer,
  guardianAskedSchema,
  guardianChangeSchema,
  guardianOrderSchema,
  guardianStatusSchema,
} from '#contracts/shopGuardian.ts';
import { HttpError, isNotFound } from '#shared/lib/errors.ts';
import { getFile } from '#shared/lib/http/getFile.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

const pathOf = (token: string) => `/api/shop/guardian/${encodeURIComponent(token)}/order/`;
/** Somebody in the middle of a payment stays on the page during maintenance. */
const staying = { whileMaintenance: 'stay' } as const;

/** The content of a link; `null`: it is over, was replaced or never existed. */
export async function getGuardianOrder(
  token: string,
  options: Partial<AskOptions> = {},
): Promise<GuardianOrder | null> {
  try {
    return await getJson(pathOf(token), { ...options, ...staying, schema: guardianOrderSchema });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The 概要書面 of a link's order; `null`: it is still being made. */
export function getGuardianOutline(token: string): Promise<Blob | null> {
  return getFile(`${pathOf(token)}outline/`, 'application/pdf');
}

/** The state of its payment. */
export function getGuardianStatus(token: string, signal: AbortSignal): Promise<GuardianStatusAnswer> {
  const options = { signal, isReload: true, ...staying };
  return getJson(`${pathOf(token)}status/`, { ...options, schema: guardianStatusSchema });
}

function post(token: string, act: string, body: object | undefined, key: string): Promise<GuardianOrder> {
  return sendJson('POST', `${pathOf(token)}${act}/`, {
    ...(body ? { body } : {}),
    idempotencyKey: key,
    schema: guardianOrderSchema,
    ...staying,
  });
}

/** The guardian agrees to the text with this hash. */
export function postApprove(token: string, body: GuardianApproveInput, key: string): Promise<GuardianOrder> {
  return post(token, 'approve', body, key);
}

/** The guardian declines. */
export function postDecline(token: string, key: string): Promise<GuardianOrder> {
  return post(token, 'decline', undefined, key);
}

/** The guardian pays, or tries again. */
export function postPay(token: string, body: GuardianPayInput, key: string): Promise<GuardianOrder> {
  return post(token, 'pay', body, key);
}

/** The guardian sets the limit up to which they agree in advance, or removes it. */
export function putLimit(token: string, body: GuardianLimitInput, key: string): Promise<GuardianOrder> {
  return sendJson('PUT', `${pathOf(token)}limit/`, {
    body,
    idempotencyKey: key,
    schema: guardianOrderSchema,
    ...staying,
  });
}

/** What has changed since the order (412); `null`: it is another failure. */
export function changesWithin(error: unknown): GuardianChange | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  const read = guardianChangeSchema.safeParse(error.data ?? {});
  return read.success ? read.data : null;
}

/** Sends the mail to the guardian again, for the learner. */
export function postAsk(order: string, key: string): Promise<GuardianAsked> {
  return sendJson('POST', `/api/shop/order/${encodeURIComponent(order)}/guardian/`, {
    idempotencyKey: key,
    schema: guardianAskedSchema,
    ...staying,
  });
}
