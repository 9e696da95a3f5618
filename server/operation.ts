import * as z from 'zod/mini';

/** One operation of the API, listed by hand beside the routes of its resource. */
export type Operation = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{name}` for parameters, trailing slash included. */
  path: string;
  summary: string;
  /** `none`: guests may call it. */
  auth: 'user' | 'optional' | 'none';
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Body of the good answer; without one the answer is 204. */
  answer?: z.ZodMiniType;
  status?: 200 | 201 | 202;
  /** Error codes it may answer besides 400, 401, 404, 429, 500 and 503. */
  errors?: Record<number, string>;
  /**
   * Further fields of an error's body, by status. If a status has several codes, only the code with these fields sends
   * them.
   */
  errorFields?: Record<number, z.ZodMiniType>;
};

/** A text of a query that may be left out. */
export const optionalText = z.optional(z.string());
/** Query of every list. */
export const pageQuery = { page: optionalText };

/** A read for signed-in users. */
export function get(path: string, summary: string, answer: z.ZodMiniType, query?: z.ZodMiniType): Operation {
  return { method: 'get', path, summary, auth: 'user', answer, ...(query ? { query } : {}) };
}

/** A read for everybody; signed-in users may get more. */
export function publicGet(
  path: string,
  summary: string,
  answer: z.ZodMiniType,
  query?: z.ZodMiniType,
): Operation {
  return { ...get(path, summary, answer, query), auth: 'optional' };
}

type Write = Pick<Operation, 'body' | 'answer' | 'errors' | 'errorFields'>;

/** A write for signed-in users. */
export function write(
  method: 'post' | 'put' | 'patch',
  path: string,
  summary: string,
  rest: Write,
): Operation {
  return { method, path, summary, auth: 'user', ...rest };
}

/** A deletion for signed-in users. */
export function remove(path: string, summary: string): Operation {
  return { method: 'delete', path, summary, auth: 'user' };
}
