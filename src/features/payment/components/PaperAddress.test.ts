import { expect, it, vi } from 'vitest';
import { checkoutBodySchema } from '#contracts/shopAddress.ts';
import { type DetailValues, detailsFrom, payerOf } from '../model.ts';
import { readPaperAddress } from './PaperAddress.tsx';

const stored = {
  postal_code: '1000001',
  prefecture: '東京都',
  city: '千代田区',
  street: '千代田1-2',
  building: '',
};
vi.mock('#shared/form/addressApi.ts', () => ({ getAddress: async () => stored }));

const part = () =>
  readPaperAddress({ isReload: false, whileMaintenance: 'stay', signal: new AbortController().signal });
const values = (fields: Partial<DetailValues>): DetailValues => ({ ...detailsFrom({}, null, ''), ...fields });

it('the address for papers is that of the account, under what was typed', async () => {
  const { first, order } = await part();
  expect(first({ 'address.city': '港区' })).toEqual({
    'address.postal_code': '1000001',
    'address.prefecture': '東京都',
    'address.city': '港区',
    'address.street': '千代田1-2',
    'address.building': '',
  });
  expect(Object.keys(first({}))).toEqual(order);
});

it('the address for papers has to be complete, and its mistakes are at its own fields', async () => {
  const { first, check } = await part();
  const wrong = (fields: Partial<DetailValues>) =>
    Object.entries(check(values(fields))).flatMap(([name, text]) => (text ? [name] : []));
  expect(wrong(first({}))).toEqual([]);
  expect(wrong({})).toEqual(['address.postal_code', 'address.prefecture', 'address.city', 'address.street']);
});

it('the address for papers is sent as the server reads it', async () => {
  const { first, sent } = await part();
  const typed = values({ ...first({ 'address.postal_code': '〒105-0011' }) });
  const person = { family_name: '山田', given_name: '花子', phone: '09012345678' };
  const payer = { ...payerOf(typed), ...person, family_name_kana: 'ヤマダ', given_name_kana: 'ハナコ' };
  const body = { cart_version: 1, method: 'bank', payer, ...sent(typed) };
  expect(checkoutBodySchema.parse(body).address).toEqual({ ...stored, postal_code: '1050011' });
});
