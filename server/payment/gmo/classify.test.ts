import { describe, expect, it } from 'vitest';
import { isHardRefusal, isOrderIdUsed, refundObstacle, refusalReason } from '../refusal.ts';
import { type CallKind, classify } from './classify.ts';

const one = (info: string, kind: CallKind = 'charge') => classify([{ code: info.slice(0, 3), info }], kind);

describe('what an error is', () => {
  it.each([
    ['42G020000', 'refused'],
    ['E21010001', 'refused'],
    ['E41170099', 'refused'],
    ['EX1000302', 'refused'],
    ['E01240002', 'refused'],
    ['E92000001', 'not_started'],
    ['E01040010', 'not_started'],
    ['E61010001', 'not_started'],
    ['M01004010', 'not_started'],
    ['E82010001', 'unknown'],
    ['E90010001', 'unknown'],
    ['E91029999', 'unknown'],
    ['E11010001', 'unknown'],
    ['E11010003', 'unknown'],
    ['42C030000', 'unknown'],
  ])('of a charge: %s is %s', (info, kind) => {
    expect(one(info)).toMatchObject({ kind, codes: [info] });
  });

  it('row 53: the flow limit lets the same command go again later; our own faults do not, and ring', () => {
    expect(one('E92000001')).toMatchObject({ repeat: true, alarm: false });
    expect(one('E01060006')).toMatchObject({ repeat: false, alarm: true });
    expect(one('E61020001')).toMatchObject({ repeat: false, alarm: true });
  });

  it('a state that does not fit refuses what is taken back, and leaves a charge unknown', () => {
    expect(one('E11010003', 'undo').kind).toBe('refused');
    expect(one('E11010003', 'charge').kind).toBe('unknown');
    expect(one('E11010001', 'undo').kind).toBe('unknown');
  });

  it('row 56: of several codes in two fields of different length the worst class counts', () => {
    const both = [
      { code: 'E01', info: 'E01060006' },
      { code: '42G', info: '' },
    ];
    expect(classify(both, 'charge')).toEqual({ kind: 'refused', codes: ['42G', 'E01060006'], alarm: true });
    const worse = [{ code: 'E92', info: 'E92000001' }, ...both, { code: 'E91', info: 'E91099999' }];
    expect(classify(worse, 'charge')).toMatchObject({ kind: 'unknown' });
    expect(classify(worse, 'charge').codes[0]).toBe('E91099999');
    const ours = [
      { code: 'E92', info: 'E92000001' },
      { code: 'E01', info: 'E01060006' },
    ];
    expect(classify(ours, 'other')).toMatchObject({ kind: 'not_started', repeat: false });
  });

  it('row 57: an unknown code leaves a charge unknown, refuses the rest, and rings', () => {
    expect(one('Q77123456', 'charge')).toMatchObject({ kind: 'unknown', codes: ['Q77123456'], alarm: true });
    expect(one('Q77123456', 'undo')).toMatchObject({ kind: 'unknown', alarm: true });
    expect(one('Q77123456', 'other')).toMatchObject({ kind: 'refused', alarm: true });
  });

  it('no code at all is unknown', () => {
    expect(classify([{ code: '', info: '' }], 'other')).toMatchObject({ kind: 'unknown' });
  });
});

describe('what a code means', () => {
  it.each([
    ['42G020000', 'limit'],
    ['42G550000', 'limit'],
    ['42G120000', 'not_accepted'],
    ['42G990000', 'not_accepted'],
    ['42G830000', 'input'],
    ['42G440000', 'input'],
    ['42G000000', 'not_accepted'],
    ['E21010201', 'tds'],
    ['EX1000303', 'token'],
    ['E41170099', 'input'],
    ['E41170002', 'not_accepted'],
    ['Q77', 'unknown'],
  ])('to the buyer: %s is %s', (code, reason) => {
    expect(refusalReason([code])).toBe(reason);
  });

  it('takes the first of several that says something', () => {
    expect(refusalReason(['E01060006', '42G030000'])).toBe('limit');
  });

  it('knows refusals that must not be tried again, used OrderIDs and what stops a refund', () => {
    expect([isHardRefusal(['42G540000']), isHardRefusal(['42G020000'])]).toEqual([true, false]);
    expect([isOrderIdUsed(['M01004010']), isOrderIdUsed(['E01040013'])]).toEqual([true, false]);
    expect(['E11010003', 'E11010012', '42G120000'].map((code) => refundObstacle([code]))).toEqual([
      'state',
      'too_old',
      'other',
    ]);
  });
});
