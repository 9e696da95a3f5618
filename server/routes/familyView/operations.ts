import { familyCommentSchema, familyReportSchema, familyViewSchema } from '#contracts/familyView.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const familyViewOperations: Operation[] = [
  {
    method: 'get',
    path: '/accounts/family-view/',
    summary: '見守りリンクと、そこで見える内容',
    auth: 'user',
    answer: familyViewSchema,
  },
  {
    method: 'post',
    path: '/accounts/family-view/',
    summary: '見守りリンクを作る(180日間有効)。前のリンクは使えなくなる',
    auth: 'user',
  },
  {
    method: 'patch',
    path: '/accounts/family-view/',
    summary: '見守りリンクに、ひとことを添える',
    auth: 'user',
    body: familyCommentSchema,
  },
  { method: 'delete', path: '/accounts/family-view/', summary: '見守りリンクをやめる', auth: 'user' },
  {
    method: 'get',
    path: '/accounts/family-view/{token}/',
    summary: '見守りリンクで見える、7日間の学習',
    auth: 'none',
    answer: familyReportSchema,
    errors: { 410: 'link_expired' },
  },
];
