import { Hono } from 'hono';
import * as z from 'zod/mini';
import { failureSchema, maintenanceSchema } from '#contracts/failure.ts';
import type { AppEnv } from './deps.ts';
import type { Operation } from './operation.ts';
import { accountsOperations } from './routes/accounts/operations.ts';
import { addressOperations } from './routes/address/operations.ts';
import { attemptAndResultOperations } from './routes/attempt/operations.ts';
import { cardOperations } from './routes/card/operations.ts';
import { cartOperations } from './routes/cart/operations.ts';
import { checkoutOperations } from './routes/checkout/operations.ts';
import { contactOperations } from './routes/contact/operations.ts';
import { couponOperations } from './routes/coupon/operations.ts';
import { cspReportOperations } from './routes/cspReport/operations.ts';
import { deviceOperations } from './routes/device/operations.ts';
import { documentOperations } from './routes/document/operations.ts';
import { emailOperations } from './routes/email/operations.ts';
import { englishOperations } from './routes/english/operations.ts';
import { entryExamOperations } from './routes/entryExam/operations.ts';
import { examOperations } from './routes/exam/operations.ts';
import { examResultOperations } from './routes/examResult/operations.ts';
import { familyViewOperations } from './routes/familyView/operations.ts';
import { fileOperations } from './routes/file/operations.ts';
import { guardianOperations } from './routes/guardian/operations.ts';
import { guardianOrderOperations } from './routes/guardianOrder/operations.ts';
import { healthOperations } from './routes/health/operations.ts';
import { inquiryOperations } from './routes/inquiry/operations.ts';
import { learningOperations } from './routes/learning/operations.ts';
import { orderOperations } from './routes/order/operations.ts';
import { passwordOperations } from './routes/password/operations.ts';
import { paymentOperations } from './routes/payment/operations.ts';
import { planOperations } from './routes/plan/operations.ts';
import { profileOperations } from './routes/profile/operations.ts';
import { pushOperations } from './routes/push/operations.ts';
import { quoteOperations } from './routes/quote/operations.ts';
import { refundOperations } from './routes/refund/operations.ts';
import { reviewOperations } from './routes/review/operations.ts';
import { signupOperations } from './routes/signup/operations.ts';
import { subscriptionOperations } from './routes/subscription/operations.ts';
import { withdrawOperations } from './routes/withdraw/operations.ts';

/** Every operation, in the order of the document. */
export const operations: Operation[] = [
  ...accountsOperations,
  ...signupOperations,
  ...profileOperations,
  ...guardianOperations,
  ...familyViewOperations,
  ...passwordOperations,
  ...deviceOperations,
  ...emailOperations,
  ...addressOperations,
  ...cardOperations,
  ...withdrawOperations,
  ...learningOperations,
  ...entryExamOperations,
  ...examOperations,
  ...attemptAndResultOperations,
  ...examResultOperations,
  ...englishOperations,
  ...reviewOperations,
  ...cartOperations,
  ...couponOperations,
  ...quoteOperations,
  ...checkoutOperations,
  ...orderOperations,
  ...planOperations,
  ...subscriptionOperations,
  ...refundOperations,
  ...guardianOrderOperations,
  ...paymentOperations,
  ...pushOperations,
  ...documentOperations,
  ...contactOperations,
  ...inquiryOperations,
  ...fileOperations,
  ...healthOperations,
  ...cspReportOperations,
];

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // A tolerant list reads each entry by itself, so only the list knows the type of its entries (`list`).
    override: ({ zodSchema, jsonSchema }) => {
      if ('item' in zodSchema) jsonSchema.items = schemaOf(zodSchema.item as z.ZodMiniType);
    },
  });
  return rest;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function parametersOf(operation: Operation): Json[] {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const query = operation.query ? schemaOf(operation.query) : {};
  const required = new Set((query.required as string[] | undefined) ?? []);
  const inQuery = Object.entries((query.properties as Json | undefined) ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  const hasKey = operation.method !== 'get' && operation.auth === 'user';
  return [...inPath, ...inQuery, ...(hasKey ? [key] : [])];
}

/** Body of a refusal: the common fields, and the further ones of this status. */
function refusalOf(operation: Operation, status: string): Json {
  const failure = { $ref: '#/components/schemas/Failure' };
  const further = operation.errorFields?.[Number(status)];
  return further ? { allOf: [failure, schemaOf(further)] } : failure;
}

function answersOf(operation: Operation): Json {
  const good = operation.answer
    ? { [operation.status ?? 200]: { description: '成功', content: json(schemaOf(operation.answer)) } }
    : { 204: { description: '成功(本文なし)' } };
  const special = Object.entries(operation.errors ?? {}).map(([status, description]) => [
    status,
    { description, content: json(refusalOf(operation, status)) },
  ]);
  return {
    ...good,
    ...Object.fromEntries(special),
    503: { $ref: '#/components/responses/Maintenance' },
    default: { $ref: '#/components/responses/Failure' },
  };
}

function operationObject(operation: Operation): Json {
  const security = { none: [], optional: [{}, { bearer: [] }], user: [{ bearer: [] }] };
  return {
    summary: operation.summary,
    tags: [operation.path.split('/').filter(Boolean).slice(0, 2).join('/')],
    security: security[operation.auth],
    parameters: parametersOf(operation),
    ...(operation.body ? { requestBody: { required: true, content: json(schemaOf(operation.body)) } } : {}),
    responses: answersOf(operation),
  };
}

const components = () => ({
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  schemas: { Failure: schemaOf(failureSchema), Maintenance: schemaOf(maintenanceSchema) },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: '同じ操作を二重に行わないための番号。同じ番号と同じ内容には、保存した回答を返します。',
      schema: { type: 'string', format: 'uuid' },
    },
  },
  responses: {
    Failure: { description: '失敗', content: json({ $ref: '#/components/schemas/Failure' }) },
    Maintenance: {
      description: 'メンテナンス中',
      content: json({ $ref: '#/components/schemas/Maintenance' }),
    },
  },
});

/** The OpenAPI 3.1 document of the API, made from the contracts. */
export function openapiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'コノマナビ API', version: '1' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths,
    components: components(),
  };
}

/** GET /api/openapi.json */
export function openapiRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  let text: string | null = null;
  app.get('/', (c) => {
    text ??= JSON.stringify(openapiDocument());
    return c.body(text, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
  });
  return app;
}
