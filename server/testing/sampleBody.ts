/** Makes bodies for an operation from its JSON schema, and finds their fields, so that a test can try every field. */

/** A JSON schema as `openapiDocument` holds it. */
export type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
};

const formats: Record<string, string> = {
  uuid: '6f1c3f2e-8c1b-4d6a-9a53-0d6a3a2f7b11',
  date: '2010-04-02',
  'date-time': '2026-04-09T10:00:00+09:00',
  email: 'somebody@example.jp',
};
const hex = '0123456789abcdef';
/** Each pattern of the contracts accepts one of them. */
const words = [
  '山田',
  'ヤマダ',
  '0312345678',
  '123456',
  '1234567',
  '123',
  'R0123456789AB',
  '12:30',
  '1234',
  'course-1',
  '/mypage',
  `6f1c3f2e-8c1b-4d6a-9a53-0d6a3a2f7b11.${hex.repeat(4)}`,
  hex.repeat(4),
  '6f1c3f2e-8c1b-4d6a-9a53-0d6a3a2f7b11',
  'A'.repeat(22),
  'A'.repeat(87),
  '十文字より長い、ふつうの文章です。',
];

function textFor({ format, pattern, minLength = 0 }: JsonSchema): string {
  const given = formats[format ?? ''];
  if (given) return given;
  const shape = new RegExp(pattern ?? '', 'u');
  const found = words.find((word) => word.length >= minLength && shape.test(word));
  if (found === undefined) throw new Error(`no sample for ${pattern}`);
  return found;
}

/** Every form that a body may have; `known`: values for fields with these names, at any depth. */
export function sampleBodies(schema: JsonSchema, known: Record<string, unknown>): unknown[] {
  return (schema.anyOf ?? [schema]).map((one) => sampleOf(one, known));
}

function sampleOf(schema: JsonSchema, known: Record<string, unknown>): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, known);
  if (schema.type === 'string') return textFor(schema);
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'boolean') return true;
  if (schema.prefixItems) return schema.prefixItems.map((item) => sampleOf(item, known));
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, known)];
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return Object.fromEntries(
      fields.map(([name, field]) => [name, name in known ? known[name] : sampleOf(field, known)]),
    );
  }
  if (typeof schema.additionalProperties === 'object')
    return { some: sampleOf(schema.additionalProperties, known) };
  return 'anything';
}

type Names = readonly (string | number)[];

/** The path to every text and number of a body. */
export function leavesOf(value: unknown, at: Names = []): { at: Names; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ at, value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...at, name]));
}

/** The body with another value in one place. */
export function withLeaf(body: unknown, at: Names, value: unknown): unknown {
  const [name, ...rest] = at;
  if (name === undefined) return value;
  const copy = structuredClone(body) as Record<string | number, unknown>;
  copy[name] = withLeaf(copy[name], rest, value);
  return copy;
}
