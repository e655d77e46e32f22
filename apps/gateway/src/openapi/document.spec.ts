import { ACCESS_TABLE, contracts, Flag, messageErrors, Nested, partial, type MessageClass } from '@questp/messages';
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

describe('the OpenAPI document', () => {
  it.each(operations.map((operation) => [operation.face.id, operation] as const))(
    'says of %s what its classes check',
    (id, { contract, face, sent, place, inPath, filled, status }) => {
      const { parameters, responses } = described.get(id) as OpenApiOperation;
      const decided = new Set([...inPath.keys(), ...filled.keys(), ...Object.keys(face.set ?? {})]);
      const required = [
        ...missing(contract.request, {}).filter((name) => !decided.has(name)),
        ...(face.requires ?? []),
      ].sort();
      const namesIn = (where: string) => parameters.filter((one) => one['in'] === where).map((one) => one['name']);
      expect(namesIn('path')).toEqual([...inPath.keys()]);
      expect(namesIn('header')).toEqual(face.idempotent ? ['Idempotency-Key'] : []);
      if (place === 'query') {
        const needed = parameters.filter((one) => one['in'] === 'query' && one['required']).map((one) => one['name']);
        expect(namesIn('query')).toEqual([...sent.keys()]);
        expect(needed.sort()).toEqual(required);
        expect(bodyOf(id)).toBeUndefined();
      } else if (sent.size === 0) {
        expect(bodyOf(id)).toBeUndefined();
      } else {
        const body = bodyOf(id);
        expect(Object.keys(body?.['properties'] as object)).toEqual([...sent.keys()]);
        expect([...((body?.['required'] ?? []) as string[])].sort()).toEqual(required);
        expect(body?.['additionalProperties']).toBe(false);
      }
      if (contract.reply === null) {
        expect(responses[status]).toEqual({ description: 'Done' });
        return;
      }
      const answer = responses[status] as { content: Record<string, JsonSchema> };
      const reply = component(answer.content['application/json']?.['schema']);
      expect([...((reply['required'] ?? []) as string[])].sort()).toEqual(missing(contract.reply, {}).sort());
    },
  );

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
    });
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
