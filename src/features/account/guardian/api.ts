import type * as z from 'zod/mini';
import {
  type GuardianStatus,
  guardianDecidedSchema,
  type guardianDecisionSchema,
  guardianQuestionSchema,
} from '#contracts/profile.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';

/** What a guardian is asked. */
export type GuardianQuestion = z.output<typeof guardianQuestionSchema>;

const pathOf = (token: string) => `accounts/guardian/${encodeURIComponent(token)}/`;

/** What the link asks; rejects with 410 when it is over. */
export function getQuestion(token: string): Promise<GuardianQuestion> {
  return getJson(pathOf(token), { schema: guardianQuestionSchema });
}

/** The guardian's answer; the same once more changes nothing. */
export async function postDecision(
  token: string,
  body: z.input<typeof guardianDecisionSchema>,
  idempotencyKey: string,
): Promise<GuardianStatus> {
  const options = { body, idempotencyKey, schema: guardianDecidedSchema };
  return (await sendJson('POST', pathOf(token), options)).status;
}
