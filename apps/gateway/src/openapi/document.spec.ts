import { CONTRACTS } from '@questp/messages/contracts';
import {
  ERROR_TABLE,
  fieldsOf,
  Flag,
  messageErrors,
  Nested,
  partial,
  type MessageClass,
} from '@questp/messages/language';
import { ACCESS_TABLE } from '@questp/messages/tables';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { RE2JS } from 're2js';
import type { Operation } from '../operations/operation.js';
import { Operations } from '../operations/operations.js';
import { createDocument, type OpenApiOperation } from './document.js';
import { replyExample } from './examples.js';
import { Schemas, type JsonSchema } from './schemas.js';

const operations = [...new Operations(CONTRACTS, ACCESS_TABLE)];
const document = createDocument(operations);
const described = new Map<string, OpenApiOperation>(
  Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => [one.operationId, one])),
);

/** The component that a reference points to. */
const component = (reference: unknown): JsonSchema => {
  const name = String((reference as JsonSchema)['$ref']).replace('#/components/schemas/', '');
  return document.components.schemas[name] as JsonSchema;
};

const bodyOf = (id: string) => {
  const { requestBody } = described.get(id) as { requestBody?: { content: Record<string, JsonSchema> } };
  const schema = requestBody?.content['application/json']?.['schema'] as JsonSchema | undefined;
  return schema?.['$ref'] === undefined ? schema : component(schema);
};

/** All objects in the document with a member of this name. */
function valuesOf(below: unknown, name: string): { of: JsonSchema; value: unknown }[] {
  if (typeof below !== 'object' || below === null) return [];
  const own = Object.hasOwn(below, name) ? [{ of: below as JsonSchema, value: (below as JsonSchema)[name] }] : [];
  return [...own, ...Object.values(below).flatMap((one) => valuesOf(one, name))];
}

/** With references to schemas of the document. */
const absolute = (schema: JsonSchema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"openapi#')) as JsonSchema;

const missing = (of: MessageClass, message: object) =>
  messageErrors(of, message)
    .filter(({ code }) => code === 'REQUIRED')
    .map(({ pointer }) => pointer.slice(1));

/** Errors of a message according to its class, except for members that the gateway fills in. */
const refused = ({ filled }: Operation, of: MessageClass, message: object) =>
  messageErrors(of, message).filter(({ pointer }) => !filled.has(pointer.slice(1)));

/** Example bodies of an operation as messages: one, or one per task type. */
function bodyExamples({ binding: { id, csv, webhook } }: Operation): object[] {
  const { requestBody } = described.get(id) as { requestBody?: { content: Record<string, JsonSchema> } };
  if (csv !== undefined) return [{ [csv]: requestBody?.content['text/csv']?.['example'] }];
  const { example, examples = {} } = requestBody?.content['application/json'] ?? {};
  if (webhook) return [{ body: JSON.stringify(example) }];
  return example ? [example] : Object.values(examples as Record<string, { value: object }>).map(({ value }) => value);
}

/** An example event of each type. */
const LIVE = { submission: 'claimed', notification: 'created', escrow: 'funded' };

describe('the OpenAPI document', () => {
  it.each(operations.map((operation) => [operation.binding.id, operation] as const))(
    'says of %s what its classes check',
    (id, { contract, binding, sent, place, inPath, filled, status, method, rule: { allow } }) => {
      const { parameters, responses } = described.get(id) as OpenApiOperation;
      const decided = new Set([...inPath.keys(), ...filled.keys(), ...Object.keys(binding.set ?? {})]);
      const required = [
        ...missing(contract.request, {}).filter((name) => !decided.has(name)),
        ...(binding.requires ?? []),
      ].sort();
      const namesIn = (where: string) => parameters.filter((one) => one['in'] === where).map((one) => one['name']);
      expect(namesIn('path')).toEqual([...inPath.keys()]);
      const conditions = [
        ...(method === 'GET' && !binding.redirects && (allow.anonymous || binding.versioned) ? ['If-None-Match'] : []),
        ...(method !== 'GET' && binding.versioned ? ['If-Match'] : []),
      ];
      expect(namesIn('header')).toEqual([
        ...(binding.idempotent ? ['Idempotency-Key'] : []),
        ...(binding.stream ? ['Last-Event-ID'] : []),
        ...conditions,
      ]);
      expect(Object.hasOwn(responses, 304)).toBe(conditions.includes('If-None-Match'));
      if (place === 'query') {
        const needed = parameters.filter((one) => one['in'] === 'query' && one['required']).map((one) => one['name']);
        expect(namesIn('query')).toEqual([...sent.keys()]);
        expect(needed.sort()).toEqual(required);
        expect(binding.upload ? undefined : bodyOf(id)).toBeUndefined();
      } else if (binding.csv !== undefined) {
        const { requestBody } = described.get(id) as { requestBody?: { content: Record<string, JsonSchema> } };
        expect([...sent.keys()]).toEqual([binding.csv]);
        expect(requestBody?.content).toEqual({
          'text/csv': { schema: { type: 'string', maxLength: 100_000 }, example: expect.any(String) as string },
        });
      } else if (binding.webhook) {
        expect(bodyOf(id)).toEqual({ type: 'object', additionalProperties: true });
      } else if (sent.size === 0) {
        expect(bodyOf(id)).toBeUndefined();
      } else {
        const body = bodyOf(id);
        expect(Object.keys(body?.['properties'] as object)).toEqual([...sent.keys()]);
        expect([...((body?.['required'] ?? []) as string[])].sort()).toEqual(required);
        expect(body?.['additionalProperties']).toBe(false);
      }
      if (binding.stream !== undefined) {
        const { content } = responses[status] as { content: Record<string, { schema: { oneOf: JsonSchema[] } }> };
        const types = content['text/event-stream']?.schema.oneOf.map(
          (one) => component(one)['properties'] as JsonSchema,
        );
        expect(types?.map(({ type }) => (type as JsonSchema)['const'])).toContain(
          `${binding.stream.about}.${LIVE[binding.stream.about]}`,
        );
        return;
      }
      if (binding.redirects) {
        expect(Object.keys(responses)).toEqual(['302', '400', '408', '413', '431']);
        return;
      }
      if (contract.reply === null || binding.upload) {
        expect(responses[status]).toEqual({ description: 'Done' });
        return;
      }
      if (binding.file !== undefined) return;
      if (binding.text !== undefined) {
        expect(responses[status]).toMatchObject({ content: { 'text/plain': { schema: { type: 'string' } } } });
        return;
      }
      const answer = responses[status] as { content: Record<string, JsonSchema> };
      const reply = component(answer.content['application/json']?.['schema']);
      expect([...((reply['required'] ?? []) as string[])].sort()).toEqual(missing(contract.reply, {}).sort());
    },
  );

  it.each(operations.map((operation) => [operation.binding.id, operation] as const))(
    'describes for %s who can call it, what a repeated call does, and an example of request and reply',
    (id, operation) => {
      const { contract, binding, method, status, inPath, sent, place } = operation;
      const { description, parameters, responses } = described.get(id) as OpenApiOperation & { description: string };
      expect(description).toMatch(/(^|\. )(For [^.]+|Public[^.]*)\./);
      if (method === 'POST') expect(description).toContain(binding.idempotent ? 'Idempotency-Key' : binding.again);
      const given = (where: string) =>
        parameters.flatMap((one) =>
          one['in'] === where && 'example' in one ? [[String(one['name']), one['example']] as const] : [],
        );
      expect(given('path').map(([name]) => name)).toEqual([...inPath.keys()]);
      const bodies = place === 'query' ? [Object.fromEntries(given('query'))] : bodyExamples(operation);
      expect(bodies.length > 0).toBe(place === 'query' || sent.size > 0);
      for (const body of bodies) {
        const message: object = { ...Object.fromEntries(given('path')), ...binding.set, ...body };
        expect(refused(operation, contract.request, message)).toEqual([]);
      }
      if (contract.reply === null || binding.upload || binding.redirects || binding.file !== undefined) return;
      if (binding.text !== undefined) return;
      const { content } = responses[status] as { content: Record<string, { example: object }> };
      const example = content['application/json']?.example as object;
      expect(messageErrors(contract.reply, example)).toEqual([]);
      // The headers of this answer depend on its members.
      expect(
        Object.keys(binding.replies ?? {}).filter((name) => !fieldsOf(contract.reply as MessageClass).has(name)),
      ).toEqual([]);
    },
  );

  it('describes every parameter and every member of every schema', () => {
    const undescribed: string[] = [];
    for (const { operationId, parameters } of described.values()) {
      for (const { name, description } of parameters)
        if (!description) undescribed.push(`${operationId} ${String(name)}`);
    }
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [member, schema] of Object.entries(properties as Record<string, JsonSchema>)) {
        if (!schema['description']) undescribed.push(`${name}.${member}`);
      }
    }
    expect(undescribed).toEqual([]);
  });

  it('has every schema it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
    const unknown = references.filter(
      ([, kind, name]) => !Object.hasOwn(document.components[kind as 'schemas'], name as string),
    );
    expect(references.length).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });

  it('documents the media types, schema and headers of a file', () => {
    const fileOf = (id: string) => {
      const { responses } = described.get(id) as OpenApiOperation;
      const { headers, content } = responses[200] as Record<'headers' | 'content', JsonSchema>;
      return { headers: Object.keys(headers), content };
    };
    const binary = { schema: { type: 'string', format: 'binary' } };
    expect(fileOf('exportMyAccount')).toEqual({
      headers: ['Content-Disposition'],
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/AccountExport' },
          example: expect.any(Object) as object,
        },
      },
    });
    expect(fileOf('exportLeaderboard')).toEqual({
      headers: ['Content-Disposition', 'X-Manifest-Id'],
      content: { 'text/csv': { schema: { type: 'string' } } },
    });
    expect(fileOf('getImage')).toEqual({
      headers: ['ETag'],
      content: { 'image/webp': binary, 'image/jpeg': binary, 'image/png': binary },
    });
    const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'];
    const files = Object.fromEntries(types.map((type) => [type, binary]));
    expect(fileOf('getEvidence')).toEqual({ headers: ['Content-Disposition'], content: files });
    expect(described.get('uploadFile')).toMatchObject({ requestBody: { content: files } });
  });

  it('has one response for each status that an error has, and names the codes of each operation', () => {
    for (const { operationId, responses, 'x-error-codes': codes } of described.values()) {
      const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      const ofStatus = (status: string) => codes.filter((code) => ERROR_TABLE[code].status === Number(status));
      expect([operationId, Object.fromEntries(refusals)]).toEqual([
        operationId,
        Object.fromEntries(
          refusals.map(([status]) => [
            status,
            { $ref: `#/components/responses/Problem${status}`, description: ofStatus(status).join(', ') },
          ]),
        ),
      ]);
      expect(codes).toEqual([...new Set(refusals.flatMap(([status]) => ofStatus(status)))].sort());
    }
    const used = new Set([...described.values()].flatMap(({ responses }) => Object.keys(responses)));
    const names = [...used].filter((status) => Number(status) >= 400).map((status) => `Problem${status}`);
    expect(Object.keys(document.components.responses)).toEqual(names.sort());
  });

  it('lists the errors for an unreadable request with every operation', () => {
    for (const { 'x-error-codes': codes } of described.values()) {
      expect(codes).toEqual(
        expect.arrayContaining(['BAD_REQUEST', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'HEADERS_TOO_LARGE']),
      );
    }
  });

  it('describes exactly the tags that operations use', () => {
    const used = new Set([...described.values()].flatMap(({ tags }) => tags as string[]));
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
  });

  it('uses only patterns that mean the same in other languages as in JavaScript', () => {
    const patterns = new Set(valuesOf(document, 'pattern').map(({ value }) => value as string));
    expect(patterns.size).toBeGreaterThan(10);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[a-z\d]/i);
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
      expect(() => RE2JS.compile(pattern)).not.toThrow();
    }
  });

  it('states the rule of a text in its description when no portable pattern expresses it', () => {
    const { properties } = document.components.schemas['CreateCampaignBody'] as {
      properties: Record<string, JsonSchema>;
    };
    const { title } = properties;
    expect(title).toMatchObject({
      description: 'Title of the campaign. Must be one line with visible text, without hidden characters.',
    });
    expect(title).not.toHaveProperty('pattern');
  });

  it('gives each contract a different summary', () => {
    const subjects = new Map<string, Set<string>>();
    for (const { contract, binding } of operations) {
      const those = subjects.get(binding.summary) ?? new Set();
      subjects.set(binding.summary, those.add(contract.subject));
    }
    expect([...subjects].filter(([, those]) => those.size > 1).map(([summary]) => summary)).toEqual([]);
  });

  it('shows what each sign-in answers without a second step', () => {
    const signIns = operations.filter(
      ({ contract: { reply } }) => reply !== null && ['token', 'challenge'].every((name) => fieldsOf(reply).has(name)),
    );
    expect(signIns.length).toBeGreaterThan(5);
    for (const operation of signIns) {
      expect(replyExample(operation)).toMatchObject({ token: expect.stringMatching(/^svc[ua]_/) as string });
    }
  });

  it('has examples that its own schemas take', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
    ajv.addSchema({ $id: 'openapi', ...document });
    const wrong: unknown[] = [];
    let checked = 0;
    const check = (path: string, schema: JsonSchema, example: unknown) => {
      checked += 1;
      const validate = ajv.compile(absolute(schema));
      if (!validate(example)) wrong.push([path, example, validate.errors]);
    };
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      const { schema, example, examples, ...rest } = value as JsonSchema;
      if ('example' in value && !path.endsWith('/properties')) {
        check(path, (schema ?? rest) as JsonSchema, example);
      }
      if (schema !== undefined && typeof examples === 'object') {
        for (const [name, one] of Object.entries(examples as Record<string, { value: unknown }>)) {
          check(`${path} ${name}`, schema as JsonSchema, one.value);
        }
      }
      for (const [name, member] of Object.entries(value)) {
        if (name !== 'example' && name !== 'examples') walk(member, `${path}/${name}`);
      }
    };
    walk(document, '');
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(1_000);
  });

  it('has in the bodies of requests times that are to come, except the ranges of past ones, an end after its start', () => {
    const bodies = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Body'));
    const times = bodies.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Record<string, JsonSchema>).flatMap(([member, { format, example }]) =>
        format === 'date-time' && !['from', 'to'].includes(member)
          ? [{ name, member, example: example as string }]
          : [],
      ),
    );
    expect(times.length).toBeGreaterThan(4);
    for (const { name, member, example } of times) {
      expect([name, member, example]).toEqual([name, member, expect.stringMatching(/^2099-/)]);
      if (member !== 'endsAt') continue;
      const start = times.find((one) => one.name === name && one.member === 'startsAt');
      expect(Date.parse(example)).toBeGreaterThan(Date.parse(start?.example ?? ''));
    }
  });

  it('has no default of null where null is not taken', () => {
    const wrong = valuesOf(document, 'default').filter(
      ({ value, of: { type } }) => value === null && ![type].flat().includes('null'),
    );
    expect(wrong).toEqual([]);
  });

  it('distinguishes a nullable member from an optional one', () => {
    const { properties, required } = document.components.schemas['CreateCampaignBody'] as {
      properties: Record<string, JsonSchema>;
      required: string[];
    };
    expect(required).toEqual(['slug', 'title']);
    expect(properties['slug']).toMatchObject({ type: 'string' });
    expect(properties['imageUrl']).toMatchObject({ type: ['string', 'null'] });
    expect(properties['rewardPool']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/RewardPoolSettings' }, { type: 'null' }],
      description: expect.any(String) as string,
    });
  });

  it('has one named schema for each closed set of values and for each object, and refers to it', () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    const nameless: string[] = [];
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      const { enum: values, properties } = value as { enum?: unknown[]; properties?: object };
      const isNamed = /^\/components\/schemas\/\w+$/.test(path);
      if (values !== undefined && values.length > 1 && !isNamed) nameless.push(path);
      // Each operation has its own body schema, even if two are equal.
      if ((values !== undefined || properties !== undefined) && !path.endsWith('Body')) {
        const known = seen.get(JSON.stringify(value));
        if (known !== undefined) twice.push(`${path} is ${known}`);
        seen.set(JSON.stringify(value), path);
      }
      for (const [name, member] of Object.entries(value)) walk(member, `${path}/${name}`);
    };
    walk(document.components, '/components');
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { parameters, requestBody }] of Object.entries(item)) {
        walk({ parameters, requestBody }, `${method} ${path}`);
      }
    }
    expect({ nameless, twice }).toEqual({ nameless: [], twice: [] });
  });

  it('refuses classes without a name, and two of one name', () => {
    class Thing {
      @Flag()
      isGood!: boolean;
    }
    const another = { Thing: class Thing {} }.Thing;
    class Holder {
      @Nested(() => partial(Thing))
      thing!: Partial<Thing>;
    }
    const schemas = new Schemas();
    expect(schemas.of(Thing)).toEqual({ $ref: '#/components/schemas/Thing' });
    expect(() => schemas.of(another)).toThrow('Two message classes are called Thing');
    expect(() => schemas.of(Holder)).toThrow('A message class has no name: isGood');
  });
});
