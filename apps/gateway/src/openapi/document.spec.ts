import {
  ACCESS_TABLE,
  contracts,
  fieldsOf,
  Flag,
  messageErrors,
  Nested,
  partial,
  type MessageClass,
} from '@questp/messages';
import type { Operation } from '../operations/operation.js';
import { Operations } from '../operations/operations.js';
import { createDocument, type OpenApiOperation } from './document.js';
import { Schemas, type JsonSchema } from './schemas.js';

const operations = [...new Operations(contracts(), ACCESS_TABLE)];
const document = createDocument(operations);
const described = new Map<string, OpenApiOperation>(
  Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => [one.operationId, one])),
);

/** The component a reference names. */
const component = (reference: unknown): JsonSchema => {
  const name = String((reference as JsonSchema)['$ref']).replace('#/components/schemas/', '');
  return document.components.schemas[name] as JsonSchema;
};

const bodyOf = (id: string) => {
  const { requestBody } = described.get(id) as { requestBody?: { content: Record<string, JsonSchema> } };
  return requestBody && component(requestBody.content['application/json']?.['schema']);
};

const missing = (of: MessageClass, message: object) =>
  messageErrors(of, message)
    .filter(({ code }) => code === 'REQUIRED')
    .map(({ pointer }) => pointer.slice(1));

/** What of a message its class would refuse, but for what the gateway fills in. */
const refused = ({ filled }: Operation, of: MessageClass, message: object) =>
  messageErrors(of, message).filter(({ pointer }) => !filled.has(pointer.slice(1)));

/** Example bodies of an operation, as members of its message: one, or one for each task type. */
function bodyExamples({ face: { id, csv } }: Operation): object[] {
  const { requestBody } = described.get(id) as { requestBody?: { content: Record<string, JsonSchema> } };
  if (csv !== undefined) return [{ [csv]: requestBody?.content['text/csv']?.['example'] }];
  const { example, examples = {} } = requestBody?.content['application/json'] ?? {};
  return example ? [example] : Object.values(examples as Record<string, { value: object }>).map(({ value }) => value);
}

/** One of the events about each. */
const LIVE = { submission: 'claimed', notification: 'created' };

describe('the OpenAPI document', () => {
  it.each(operations.map((operation) => [operation.face.id, operation] as const))(
    'says of %s what its classes check',
    (id, { contract, face, sent, place, inPath, filled, status, method, rule: { allow } }) => {
      const { parameters, responses } = described.get(id) as OpenApiOperation;
      const decided = new Set([...inPath.keys(), ...filled.keys(), ...Object.keys(face.set ?? {})]);
      const required = [
        ...missing(contract.request, {}).filter((name) => !decided.has(name)),
        ...(face.requires ?? []),
      ].sort();
      const namesIn = (where: string) => parameters.filter((one) => one['in'] === where).map((one) => one['name']);
      expect(namesIn('path')).toEqual([...inPath.keys()]);
      const conditions = [
        ...(method === 'GET' && !face.redirects && (allow.anonymous || face.versioned) ? ['If-None-Match'] : []),
        ...(method !== 'GET' && face.versioned ? ['If-Match'] : []),
      ];
      expect(namesIn('header')).toEqual([
        ...(face.idempotent ? ['Idempotency-Key'] : []),
        ...(face.stream ? ['Last-Event-ID'] : []),
        ...conditions,
      ]);
      expect(Object.hasOwn(responses, 304)).toBe(conditions.includes('If-None-Match'));
      if (place === 'query') {
        const needed = parameters.filter((one) => one['in'] === 'query' && one['required']).map((one) => one['name']);
        expect(namesIn('query')).toEqual([...sent.keys()]);
        expect(needed.sort()).toEqual(required);
        expect(face.upload ? undefined : bodyOf(id)).toBeUndefined();
      } else if (face.csv !== undefined) {
        const { requestBody } = described.get(id) as { requestBody?: { content: Record<string, JsonSchema> } };
        expect([...sent.keys()]).toEqual([face.csv]);
        expect(requestBody?.content).toEqual({
          'text/csv': { schema: { type: 'string', maxLength: 100_000 }, example: expect.any(String) as string },
        });
      } else if (sent.size === 0) {
        expect(bodyOf(id)).toBeUndefined();
      } else {
        const body = bodyOf(id);
        expect(Object.keys(body?.['properties'] as object)).toEqual([...sent.keys()]);
        expect([...((body?.['required'] ?? []) as string[])].sort()).toEqual(required);
        expect(body?.['additionalProperties']).toBe(false);
      }
      if (face.stream !== undefined) {
        const { content } = responses[status] as { content: Record<string, { schema: { oneOf: JsonSchema[] } }> };
        const types = content['text/event-stream']?.schema.oneOf.map(
          (one) => component(one)['properties'] as JsonSchema,
        );
        expect(types?.map(({ type }) => (type as JsonSchema)['const'])).toContain(
          `${face.stream.about}.${LIVE[face.stream.about]}`,
        );
        return;
      }
      if (face.redirects) {
        expect(Object.keys(responses)).toEqual(['302']);
        return;
      }
      if (contract.reply === null || face.upload) {
        expect(responses[status]).toEqual({ description: 'Done' });
        return;
      }
      if (face.file !== undefined) {
        expect(Object.keys((responses[status] as { content: object }).content)).toEqual([face.file.split(';')[0]]);
        return;
      }
      const answer = responses[status] as { content: Record<string, JsonSchema> };
      const reply = component(answer.content['application/json']?.['schema']);
      expect([...((reply['required'] ?? []) as string[])].sort()).toEqual(missing(contract.reply, {}).sort());
    },
  );

  it.each(operations.map((operation) => [operation.face.id, operation] as const))(
    'tells of %s who may, what a repetition does, and a request and a reply that its classes take',
    (id, operation) => {
      const { contract, face, method, status, inPath, sent, place } = operation;
      const { description, parameters, responses } = described.get(id) as OpenApiOperation & { description: string };
      expect(description).toMatch(/(^|\. )For [^.]+\. [A-Z][^.]+\./);
      if (method === 'POST') expect(description).toContain(face.idempotent ? 'Idempotency-Key' : face.again);
      const given = (where: string) =>
        parameters.flatMap((one) =>
          one['in'] === where && 'example' in one ? [[String(one['name']), one['example']] as const] : [],
        );
      expect(given('path').map(([name]) => name)).toEqual([...inPath.keys()]);
      const bodies = place === 'query' ? [Object.fromEntries(given('query'))] : bodyExamples(operation);
      expect(bodies.length > 0).toBe(place === 'query' || sent.size > 0);
      for (const body of bodies) {
        const message: object = { ...Object.fromEntries(given('path')), ...face.set, ...body };
        expect(refused(operation, contract.request, message)).toEqual([]);
      }
      if (contract.reply === null || face.upload || face.redirects || face.file !== undefined) return;
      const { content } = responses[status] as { content: Record<string, { example: object }> };
      const example = content['application/json']?.example as object;
      expect(messageErrors(contract.reply, example)).toEqual([]);
      // What is told of this answer is of its members.
      expect(
        Object.keys(face.replies ?? {}).filter((name) => !fieldsOf(contract.reply as MessageClass).has(name)),
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

  it('tells null from absent', () => {
    const { properties, required } = document.components.schemas['CreateCampaignBody'] as {
      properties: Record<string, JsonSchema>;
      required: string[];
    };
    expect(required).toEqual(['slug', 'title']);
    expect(properties['slug']).toMatchObject({ type: 'string' });
    expect(properties['imageUrl']).toMatchObject({ type: ['string', 'null'] });
    expect(properties['rewardPool']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/RewardPool' }, { type: 'null' }],
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
      // Bodies are of one operation each, however alike.
      if ((values !== undefined || properties !== undefined) && !path.endsWith('Body')) {
        const known = seen.get(JSON.stringify(value));
        if (known !== undefined) twice.push(`${path} is ${known}`);
        seen.set(JSON.stringify(value), path);
      }
      for (const [name, member] of Object.entries(value)) walk(member, `${path}/${name}`);
    };
    // Responses tell which codes they have, each in its own way.
    walk({ schemas: document.components.schemas }, '/components');
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
