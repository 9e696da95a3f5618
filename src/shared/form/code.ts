import { codeWrongSchema } from '#contracts/signup.ts';
import { HttpError } from '#shared/lib/errors.ts';

/** Digits of a code, however it was typed or pasted. */
export function tidyCode(input: string): string {
  return input.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 6);
}

/** Whether a refusal used up the last try of a code. */
export function wasLastTry(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.code !== 'code_wrong') return false;
  return codeWrongSchema.safeParse(error.data).data?.remaining === 0;
}
