import { devicesSchema } from '#contracts/device.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const deviceOperations: Operation[] = [
  {
    method: 'get',
    path: '/accounts/device/',
    summary: 'ログイン中の端末',
    auth: 'user',
    answer: devicesSchema,
  },
  {
    method: 'delete',
    path: '/accounts/device/',
    summary: 'この端末のほかの端末をすべてログアウトさせる',
    auth: 'user',
  },
  { method: 'delete', path: '/accounts/device/{id}/', summary: '端末をログアウトさせる', auth: 'user' },
];
