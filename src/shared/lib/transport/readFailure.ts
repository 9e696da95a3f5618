import type { Failure, Maintenance } from '#contracts/failure.ts';
import { type Fields, fieldsOf, numberIn, textIn, textOrNullIn, textsIn } from '../text/plain.ts';

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function fieldErrors(fields: Fields): Record<string, string[]> | undefined {
  const errors = fieldsOf(fields.fields);
  if (!errors || !Object.values(errors).every(isTexts)) return undefined;
  return errors as Record<string, string[]>;
}

/** Parses the body of an error answer (`failureSchema`); an unreadable one becomes the empty failure. */
export function readFailure(data: unknown): Failure {
  const fields = fieldsOf(data) ?? {};
  return {
    code: textIn(fields, 'code'),
    detail: textIn(fields, 'detail'),
    fields: fieldErrors(fields),
    request_id: textIn(fields, 'request_id'),
    retry_after: numberIn(fields, 'retry_after', undefined),
  };
}

/**
 * Parses the body of a 503 (`maintenanceSchema`); an unreadable one becomes the empty info, for which a default
 * sentence is shown.
 */
export function readMaintenance(data: unknown): Maintenance {
  const fields = fieldsOf(data) ?? {};
  return {
    title: textIn(fields, 'title'),
    message: textIn(fields, 'message'),
    detail: textIn(fields, 'detail'),
    starts_at: textOrNullIn(fields, 'starts_at'),
    ends_at: textOrNullIn(fields, 'ends_at'),
    affected: textsIn(fields, 'affected'),
    contact_url: textOrNullIn(fields, 'contact_url'),
  };
}
