import { describe, expect, it } from 'vitest';
import { createTestApp } from '#server/testing/createTestApp.ts';
import { createApp } from './app.ts';
import { operations } from './openapi.ts';

type Document = { openapi: string; paths: Record<string, Record<string, { responses: object }>> };

describe('GET /api/openapi.json', () => {
  it('describes every operation of the API, and none that is not there', async () => {
    const app = await createTestApp();
    const served = createApp(app.deps)
      .routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*') && path.endsWith('/'))
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const described = operations.map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(described)].sort()).toEqual([...new Set(served)].sort());
  });

  it('answers an OpenAPI 3.1 document', async () => {
    const app = await createTestApp();
    const answer = await app.call('GET', '/api/openapi.json');
    expect(answer.headers.get('Content-Type')).toContain('application/json');
    const document = (await answer.json()) as Document;
    expect(document.openapi).toBe('3.1.0');
    const login = document.paths['/accounts/login/']?.post;
    expect(login).toMatchObject({
      security: [],
      requestBody: { content: { 'application/json': { schema: { required: ['email', 'password'] } } } },
    });
    expect(Object.keys(login?.responses ?? {})).toEqual(['200', '400', '429', '503', 'default']);
    expect(JSON.stringify(document)).not.toContain('$schema');
  });
});
