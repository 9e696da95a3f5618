import type * as z from 'zod/mini';
import {
  type GuardianStatus,
  guardianDecidedSchema,
  type guardianDecisionSchema,
  guardianQuestionSchema,
} from '#contracts/profile.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';

/** The question to a guardian. */
export type GuardianQuestion = z.output<typeof guardianQuestionSchema>;

const pathOf = (token: string) => `accounts/guardian/${encodeURIComponent(token)}/`;

/** The question behind the link; rejects with 410 when the link is over. */
export function getQuestion(token: string): Promise<GuardianQuestion> {
  return getJson(pathOf(token), { schema: guardianQuestionSchema });
}

/** Sends the guardian's answer; sending the same again changes nothing. */
export async function postDecision(
  token: string,
  body: z.input<typeof guardianDecisionSchema>,
  idempotencyKey: string,
): Promise<GuardianStatus> {
  const options = { body, idempotencyKey, schema: guardianDecidedSchema };
  return (await sendJson('POST', pathOf(token), options)).status;
}
