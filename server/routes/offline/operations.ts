import * as z from 'zod/mini';
import {
  deviceLimitSchema,
  devicePlaceSchema,
  keptDevicesSchema,
  licenseEndSchema,
  licenseInputSchema,
  licenseSchema,
  offlineManifestSchema,
} from '#contracts/offline.ts';
import { get, type Operation, remove, write } from '../../operation.ts';

/** The operations of `offline/`, for the OpenAPI document. */
export const offlineOperations: Operation[] = [
  {
    ...get('/api/lms/offline/{inventory}/', '端末に保存するものの一覧', offlineManifestSchema),
    errors: { 403: 'access_expired' },
  },
  get('/api/lms/offline/license/', '端末ごとに保存しているレッスン', keptDevicesSchema),
  write('post', '/api/lms/offline/license/', 'オフライン視聴の期限を取る・延ばす', {
    body: licenseInputSchema,
    answer: licenseSchema,
    errors: { 409: 'device_limit (devices, free_at)' },
    errorFields: { 409: z.extend(deviceLimitSchema, { devices: z.array(devicePlaceSchema) }) },
  }),
  { ...remove('/api/lms/offline/license/', 'オフライン視聴をやめる'), body: licenseEndSchema },
];
