import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { noCardHere } from '#contracts/cardNumber.ts';
import { contactInputSchema } from '#contracts/support.ts';
import { operations } from '../openapi.ts';
import { fieldMessages } from './fieldMessages.ts';

type Def = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  valueType?: Schema;
  in?: Schema;
  options?: Schema[];
};
type Schema = z.ZodMiniType & { _zod: { def: Def } };

/** The fields of a body that hold a text, with their paths. */
function textsIn(schema: Schema, path: string): [string, Schema][] {
  const { def } = schema._zod;
  if (def.type === 'string') return [[path, schema]];
  const inner = [def.element, def.innerType, def.valueType, def.in, ...(def.options ?? [])];
  return [
    ...inner.flatMap((one) => (one ? textsIn(one, path) : [])),
    ...Object.entries(def.shape ?? {}).flatMap(([name, one]) => textsIn(one, `${path} ${name}`)),
  ];
}

/** Every text field of every request of the API, once for each schema. */
const fields = operations.flatMap(({ method, path, body }) =>
  body ? textsIn(body as Schema, `${method} ${path}`) : [],
);
const cardNumbers = [
  '4111111111111111',
  '4111 1111 1111 1111',
  '5555-5555-5555-4444',
  '４１１１１１１１１１１１１１１１',
];
const takesCard = ([, field]: [string, Schema]) => cardNumbers.some((text) => field.safeParse(text).success);

/** Fields that hold no words of a person to others: what programs made, secrets, answers to questions, own notes. */
const others = new Set([
  ...[
    'audio',
    'campaign',
    'card_id',
    'code',
    'confirm_hash',
    'coupon_code',
    'course',
    'd',
    'device',
    'device_id',
  ],
  ...['device_label', 'device_name', 'endpoint', 'gmo_token', 'inventory', 'lesson', 'lessons', 'number'],
  ...['params', 'question', 'questions', 'refresh', 'session_id', 'subject', 'subjects', 'token', 'version'],
  ...['email', 'password', 'current_password', 'new_password', 'new_password_confirm'],
  ...['v', 'value'],
]);

it('row 49: no field of any request for a name or a message takes a card number, and says why', () => {
  const open = fields.filter(takesCard).map(([path]) => path);
  expect(open.filter((path) => !others.has(path.split(' ').at(-1) ?? ''))).toEqual([
    'post /api/lms/note/ body',
    'patch /api/lms/note/{id}/ body',
  ]);
  const read = contactInputSchema.safeParse({
    name: '4111111111111111',
    body: '番号は 4111-1111-1111-1111 です。',
  });
  const said = fieldMessages(read.error?.issues ?? []);
  expect([said.name, said.body]).toEqual([[noCardHere], [noCardHere]]);
});
