import { describe, expect, it } from 'vitest';
import { maintenanceSchema } from '#contracts/failure.ts';
import { contactLink, describeMaintenance } from './model.ts';
import { texts } from './texts.ts';

describe('maintenance info', () => {
  it.each([
    [
      { title: '点検', message: '本文', detail: 'x' },
      { title: '点検', message: '本文' },
    ],
    [{ detail: '詳細' }, { title: texts.title, message: '詳細' }],
    [
      { title: '点検', detail: '詳細' },
      { title: '点検', message: '詳細' },
    ],
    [{}, { title: texts.title, message: texts.message }],
  ])('%j is told in words', (info, expected) => {
    expect(describeMaintenance(maintenanceSchema.parse(info))).toEqual(expected);
  });

  it.each([
    ['https://status.example/x', 'https://status.example/x'],
    ['javascript:alert(1)', null],
    ['//status.example', null],
    ['https://', null],
    [null, null],
  ])('links %j as %j', (url, expected) => {
    expect(contactLink(url)).toBe(expected);
  });
});
