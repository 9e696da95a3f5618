import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const cspReportOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/csp-report/',
    summary:
      'ブラウザーがコンテンツの方針 (CSP) への違反を知らせる(application/csp-report または application/reports+json。16kBまで)',
    auth: 'none',
    errors: { 413: 'too_large' },
  },
];
