import { describe, expect, it } from 'vitest';
import { failureSchema, maintenanceSchema } from '#contracts/failure.ts';
import { readFailure, readMaintenance } from './readFailure.ts';

const odd = [null, undefined, '', 'text', 0, true, [], [1]];

describe('reading of error answers', () => {
  it.each(
    [
      {},
      {
        code: 'validation',
        detail: '入力',
        fields: { email: ['空です'] },
        request_id: 'r1',
        retry_after: 30,
      },
      { fields: { email: 'not a list' } },
      { fields: { email: [1] } },
      ...odd.map((value) => ({
        code: value,
        detail: value,
        fields: value,
        request_id: value,
        retry_after: value,
      })),
    ].map((data) => [JSON.stringify(data), data]),
  )('reads the failure %s as the contract does', (_, data) => {
    expect(readFailure(data)).toEqual(failureSchema.parse(data));
  });

  it.each(
    [
      {},
      {
        title: '点検',
        message: '本文',
        ends_at: '2026-11-21T03:00:00+09:00',
        affected: ['動画', 3],
        extra: '<b>',
      },
      ...odd.map((value) => ({
        title: value,
        detail: value,
        starts_at: value,
        affected: value,
        contact_url: value,
      })),
    ].map((data) => [JSON.stringify(data), data]),
  )('reads the maintenance info %s as the contract does', (_, data) => {
    expect(readMaintenance(data)).toEqual(maintenanceSchema.parse(data));
  });

  it.each(odd)('takes %j for the empty failure and the empty info', (data) => {
    expect(readFailure(data)).toEqual(failureSchema.parse({}));
    expect(readMaintenance(data)).toEqual(maintenanceSchema.parse({}));
  });
});
