import { expect, it } from 'vitest';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { problemOf } from './problem.ts';

const refused = new HttpError({
  status: 403,
  data: null,
  failure: { code: 'access_expired', detail: '', request_id: '' },
  call: '',
});

it.each([
  ['a dead connection before anything was shown', 4, false, new OfflineError('network'), 'away'],
  ['a dead connection in the middle', 2, true, new OfflineError('network'), 'lost'],
  ['access that has ended', 4, false, refused, 'closed'],
  ['a file that cannot be decoded', 3, true, null, 'broken'],
  ['a file that cannot be opened although the server answers', 4, false, null, 'broken'],
  ['a file that stops coming although the server answers', 2, true, null, 'lost'],
] as const)('names %s', (_, mediaCode, wasShown, error, problem) => {
  expect(problemOf({ mediaCode, wasShown, error })).toBe(problem);
});
