import {
  type FamilyReport,
  type FamilyView,
  familyReportSchema,
  familyViewSchema,
} from '#contracts/familyView.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

const path = 'accounts/family-view/';

/** The learner's link (`null`: there is none) and what it shows. */
export function getFamilyView(options: Partial<AskOptions> = {}): Promise<FamilyView> {
  return getJson(path, { ...options, schema: familyViewSchema });
}

/** Makes a link; an earlier one stops working. */
export async function makeLink(idempotencyKey: string): Promise<void> {
  await sendJson('POST', path, { idempotencyKey });
}

/** Revokes the link; if it is gone already, that counts as success. */
export async function dropLink(idempotencyKey: string): Promise<void> {
  await sendJson('DELETE', path, { idempotencyKey });
}

/** Saves the learner's message to their family. */
export async function saveComment(comment: string, idempotencyKey: string): Promise<void> {
  await sendJson('PATCH', path, { body: { comment }, idempotencyKey });
}

/** What a link shows; `null`: it is over, was replaced, was revoked or never existed. */
export async function getReport(token: string, options: AskOptions): Promise<FamilyReport | null> {
  try {
    return await getJson(`${path}${encodeURIComponent(token)}/`, { ...options, schema: familyReportSchema });
  } catch (error) {
    if (error instanceof HttpError && (error.status === 410 || error.status === 404)) return null;
    throw error;
  }
}
