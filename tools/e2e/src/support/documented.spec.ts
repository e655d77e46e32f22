import { Documentation, type AnswerHead } from './documented.js';

const problem = { $ref: '#/components/responses/Problem404' };
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });

const documentation = new Documentation({
  paths: {
    '/v1/things/{thingId}': {
      get: {
        operationId: 'getThing',
        responses: { 200: { headers: { ETag: { required: true } }, content: json('Thing') }, 404: problem },
        'x-error-codes': ['NOT_FOUND'],
      },
      delete: { operationId: 'deleteThing', responses: { 204: {} }, 'x-error-codes': [] },
    },
    '/v1/things/own': {
      get: { operationId: 'getOwnThing', responses: { 200: { content: json('Thing') } }, 'x-error-codes': [] },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['parts'],
        properties: { parts: { type: 'array', items: { type: 'integer' } } },
      },
      Problem: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
    },
    responses: {
      Problem400: { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
      Problem404: { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    },
  },
});

const THING = { 'content-type': 'application/json; charset=utf-8', etag: '"1"' };
const PROBLEM = { 'content-type': 'application/problem+json' };

const head = (status: number, headers: Record<string, string>, more: Partial<AnswerHead> = {}): AnswerHead => ({
  ...{ method: 'GET', path: '/v1/things/1' },
  status,
  headers: new Headers(headers),
  ...more,
});
const mistakes = (of: AnswerHead, body: unknown) => [
  ...documentation.mistakesOfHead(of),
  ...documentation.mistakesOfBody(of, body === undefined ? '' : JSON.stringify(body)),
];

describe('the documentation of an answer', () => {
  it.each([
    ['what is documented', head(200, THING), { parts: [1] }],
    ['a documented error', head(404, PROBLEM), { code: 'NOT_FOUND' }],
    ['an answer without a body', head(204, {}, { method: 'DELETE' }), undefined],
    ['the head of an answer', head(200, THING, { method: 'HEAD' }), undefined],
    ['a path that is none', head(404, PROBLEM, { path: '/v1/nothing' }), { code: 'NOT_FOUND' }],
    ['a method that is none', head(405, PROBLEM, { method: 'PUT' }), { code: 'METHOD_NOT_ALLOWED' }],
    [
      'a name in the path before a parameter',
      head(200, { ...THING, etag: '' }, { path: '/v1/things/own' }),
      { parts: [] },
    ],
  ])('finds nothing wrong with %s', (_, of, body) => {
    expect(mistakes(of, body)).toEqual([]);
  });

  it.each([
    ['a status', head(201, THING), { parts: [] }, 'the status 201 is not documented'],
    [
      'a status of an unknown path',
      head(200, THING, { path: '/v1/nothing' }),
      {},
      'the status 200 is not that of an unknown route',
    ],
    [
      'a media type',
      head(200, { ...THING, 'content-type': 'text/csv' }),
      {},
      'the media type text/csv is not documented',
    ],
    [
      'a header that is missing',
      head(200, { 'content-type': 'application/json' }),
      { parts: [] },
      'the header ETag is missing',
    ],
    ['a value', head(200, THING, {}), { parts: [1, 'x'] }, '/parts/1: must be integer {"type":"integer"}'],
    [
      'a member that is not documented',
      head(200, THING),
      { parts: [], more: 1 },
      ': must NOT have additional properties {"additionalProperty":"more"}',
    ],
    ['the code of an error', head(404, PROBLEM), { code: 'GONE' }, '/code: GONE is not documented'],
    ['a body', head(204, {}, { method: 'DELETE' }), {}, 'a body is not documented'],
  ])('names %s', (_, of, body, mistake) => {
    expect(mistakes(of, body)).toContain(mistake);
  });
});
