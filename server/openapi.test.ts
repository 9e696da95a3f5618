import { describe, expect, it } from 'vitest';
import { createTestApp } from '#server/testing/createTestApp.ts';
import { createApp } from './app.ts';
import { operations } from './openapi.ts';

type Schema = { allOf?: { properties?: object }[] };
type Answers = Record<string, { content: { 'application/json': { schema: Schema } } }>;
type Document = { openapi: string; paths: Record<string, Record<string, { responses: Answers }>> };

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

  it('says of every list what is in it', async () => {
    const app = await createTestApp();
    const text = await (await app.call('GET', '/api/openapi.json')).text();
    const bookmark = { type: 'object', properties: { id: {}, course: { properties: { name: {} } } } };
    const { paths } = JSON.parse(text) as Document;
    expect(
      paths['/api/lms/bookmark/']?.get?.responses[200]?.content['application/json'].schema,
    ).toMatchObject({
      properties: { results: { type: 'array', items: bookmark } },
    });
    expect(text).not.toContain('"items":{}');
  });

  it('describes what a refusal brings besides', async () => {
    const app = await createTestApp();
    const document = (await (await app.call('GET', '/api/openapi.json')).json()) as Document;
    const bodyOf = (path: string, method: string, status: number) =>
      document.paths[path]?.[method]?.responses[status]?.content['application/json'].schema;
    const failure = { $ref: '#/components/schemas/Failure' };
    const place = { device_id: {}, name: {}, last_seen: {}, valid_until: {}, lessons: {} };
    expect(bodyOf('/api/lms/offline/license/', 'post', 409)).toMatchObject({
      allOf: [
        failure,
        { required: ['devices', 'free_at'], properties: { devices: { items: { properties: place } } } },
      ],
    });
    for (const method of ['patch', 'delete'])
      expect(bodyOf('/api/lms/note/{id}/', method, 412)).toMatchObject({
        allOf: [failure, { required: ['current', 'yours'] }],
      });
    const verify = bodyOf('/accounts/signup/verify/', 'post', 400)?.allOf?.[1];
    expect(Object.keys(verify?.properties ?? {})).toEqual(['remaining', 'email']);
    expect(bodyOf('/accounts/login/', 'post', 400)).toEqual(failure);
  });
});
