import type * as z from 'zod/mini';

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
  /** Further fields of an error's body by status; where a status has several codes, they come with the one that has them. */
  errorFields?: Record<number, z.ZodMiniType>;
};
