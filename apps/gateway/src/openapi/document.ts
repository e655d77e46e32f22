import { ERROR_TABLE, exampleOfAll, fieldsOf, type ErrorCode, type HttpBinding } from '@questp/messages/language';
import { hasEtag } from '../http/conditional.js';
import type { Operation } from '../operations/operation.js';
import { descriptionOf } from './descriptions.js';
import { replyExample, requestExample } from './examples.js';
import { addNamespaceEvents, liveEvents } from './live-events.js';
import { PROBLEM_SCHEMAS, problemResponses, problemsOf } from './problem-responses.js';
import { bodyOf, parametersOf } from './request-parts.js';
import { Schemas, type JsonSchema } from './schemas.js';
import { TAGS } from './tags.js';

const DESCRIPTION = `Quests in campaigns, verified completions, points.

- **Tokens** are sent as \`Authorization: Bearer\`. Users, operators and API keys have tokens of different families. An invalid token is 401 on every route, including public ones: UNAUTHENTICATED (missing or unknown), TOKEN_EXPIRED, WRONG_TOKEN_FAMILY or API_KEY_NOT_ACCEPTED.
- **Errors** are problem documents (RFC 9457) with a stable \`code\`; /docs/errors lists all codes. Each operation lists its codes in \`x-error-codes\` and at each status. 405 METHOD_NOT_ALLOWED with \`Allow\` answers other methods of a path and is not listed.
- **Lists** return \`{ items, nextCursor }\`; send \`nextCursor\` as \`cursor\` to get the next page.
- **Limits**: \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) describe the strictest limit of the route; windows last one minute. 429 and 503 have \`Retry-After\`.
- **Ids** are accepted in any case; replies contain them in lower case.
- **Times** are ISO 8601 in UTC with milliseconds; amounts and sums of points are decimal strings.
- **Conditions**: public reads and studio resources have an \`ETag\`. \`If-None-Match\` returns 304 if unchanged; a change with an outdated \`If-Match\` returns 412. GET responses above 1 KB are compressed with br or gzip.
- **Tracing**: \`traceparent\` (W3C Trace Context) continues the trace of the caller; a malformed one starts a new trace. \`tracestate\`, \`baggage\`, \`sentry-trace\` and B3 headers are accepted from browsers and ignored.
- Unknown and duplicate members and unknown query parameters are refused.`;

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: Record<'securitySchemes' | 'schemas' | 'responses', Record<string, JsonSchema>>;
}

export interface OpenApiOperation extends JsonSchema {
  operationId: string;
  'x-error-codes': readonly ErrorCode[];
  parameters: JsonSchema[];
  responses: Record<string, JsonSchema>;
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description });

/**
 * Makes the document from contracts, message classes and access table.
 * @throws Error for a message class without a name
 */
export function createDocument(operations: Iterable<Operation>): OpenApiDocument {
  const schemas = new Schemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, schemas) };
  }
  for (const [name, schema] of Object.entries(PROBLEM_SCHEMAS)) schemas.add(name, schema);
  addNamespaceEvents(schemas);
  const codes = Object.values(paths).flatMap((item) => Object.values(item).flatMap((one) => one['x-error-codes']));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quest platform',
      version: '1',
      description: DESCRIPTION,
      contact: { name: 'The operator of this platform' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-proprietary' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        user: bearer('Session token of a user, `svcu_…`'),
        admin: bearer('Session token of an operator, `svca_…`'),
        apiKey: bearer('API key of a project, `svc_key_…`'),
      },
      schemas: schemas.all(),
      responses: problemResponses(codes.map((code) => ERROR_TABLE[code].status)),
    },
  };
}

function describe(operation: Operation, schemas: Schemas): OpenApiOperation {
  const { binding, status } = operation;
  const body = bodyOf(operation, schemas);
  const codes = [...errorsOf(operation)].sort();
  return {
    operationId: binding.id,
    tags: [binding.tag],
    summary: binding.summary,
    description: descriptionOf(operation),
    ...(binding.deprecated && { deprecated: true }),
    parameters: parametersOf(operation, schemas),
    ...(body && { requestBody: { required: operation.needsBody, content: contentOf(operation, body) } }),
    ...(binding.upload && {
      requestBody: {
        required: true,
        content: binding.webhook ? json({ type: 'object', additionalProperties: true }) : bytesOf(binding.upload),
      },
    }),
    responses: {
      [status]: answerOf(operation, schemas),
      ...(operation.method === 'GET' && hasEtag(operation) ? { 304: NOT_MODIFIED } : {}),
      ...problemsOf(codes),
    },
    'x-error-codes': codes,
    security: securityOf(operation),
  };
}

function answerOf(operation: Operation, schemas: Schemas): JsonSchema {
  const { contract, binding } = operation;
  if (binding.stream !== undefined) return streamOf(binding.stream, schemas);
  if (binding.redirects) return REDIRECT;
  if (contract.reply === null || binding.upload) return { description: 'Done' };
  if (binding.file !== undefined) return fileOf(binding, binding.file, schemas);
  if (binding.text !== undefined)
    return { description: 'The answer', content: { 'text/plain': { schema: { type: 'string' } } } };
  const content = json(schemas.of(contract.reply), { example: replyExample(operation) });
  return { description: 'The answer', ...headersOf(operation), content };
}

const bytesOf = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

const streamOf = (stream: NonNullable<Operation['binding']['stream']>, schemas: Schemas): JsonSchema => ({
  description:
    'The stream. The schema is that of the `data` of its events; that of the events `ready` and `reset` is an empty object.',
  content: { 'text/event-stream': { schema: { oneOf: liveEvents(stream, schemas) } } },
});

function fileOf(
  { immutable, cacheSeconds, hasManifest, holds }: HttpBinding,
  types: readonly string[],
  schemas: Schemas,
): JsonSchema {
  const headers = {
    ...(immutable || cacheSeconds !== undefined ? { ETag: ETAG } : { 'Content-Disposition': CONTENT_DISPOSITION }),
    ...(hasManifest && { 'X-Manifest-Id': X_MANIFEST_ID }),
  };
  const [type = ''] = types.map((one) => one.split(';', 1)[0] as string);
  const isText = type.startsWith('text/');
  const content = holds
    ? json(schemas.of(holds), { example: exampleOfAll(fieldsOf(holds)) })
    : isText
      ? { [type]: { schema: { type: 'string' } } }
      : bytesOf(types);
  return { description: 'The file', headers, content };
}

const CONTENT_DISPOSITION = { description: 'Name of the file', required: true, schema: { type: 'string' } };
const X_MANIFEST_ID = {
  description: 'Id of the manifest, which is available after the end of the export',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};
const ETAG = {
  description: 'Version of this answer, for If-None-Match and, in a change, If-Match',
  required: true,
  schema: { type: 'string' },
};
const NOT_MODIFIED = { description: 'Unchanged: If-None-Match contains the current ETag', headers: { ETag: ETAG } };

const REDIRECT = {
  description: 'Always. After a failure, the URL has `error` and `error_description`',
  headers: {
    Location: { description: 'Target of the redirect', required: true, schema: { type: 'string', format: 'uri' } },
  },
};

const DEPRECATION = {
  Deprecation: { description: 'Since when, as RFC 9745 has it', required: true, schema: { type: 'string' } },
  Link: {
    description: 'The route that replaces it, as `successor-version`',
    required: true,
    schema: { type: 'string' },
  },
};

function headersOf(operation: Operation): JsonSchema {
  const headers = { ...(hasEtag(operation) && { ETag: ETAG }), ...(operation.binding.deprecated && DEPRECATION) };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const json = (schema: JsonSchema, more: object = {}) => ({ 'application/json': { schema, ...more } });

const contentOf = (operation: Operation, schema: JsonSchema): JsonSchema => {
  const { csv, webhook } = operation.binding;
  if (webhook) return json(schema, { example: JSON.parse(String(requestExample(operation)['body'])) as unknown });
  if (csv === undefined) return json(schema, bodyExamples(operation));
  return { 'text/csv': { schema, example: requestExample(operation)[csv] } };
};

/** One example per task type if they differ. */
const bodyExamples = (operation: Operation) => {
  const { examples } = operation.binding;
  if (examples === undefined) return { example: requestExample(operation) };
  return { examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])) };
};

/** Errors of malformed requests, which every operation can return. */
const UNREADABLE: readonly ErrorCode[] = ['BAD_REQUEST', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'HEADERS_TOO_LARGE'];

/** Errors of the contract and binding, and those that follow from the access rule and the accepted input. */
function errorsOf({ contract, binding, path, method, rule: { allow, recentProof } }: Operation): Set<ErrorCode> {
  if (binding.redirects) return new Set(UNREADABLE);
  const codes = new Set<ErrorCode>([
    ...UNREADABLE,
    ...contract.errors,
    ...(binding.errors ?? []),
    'VALIDATION_FAILED',
    'UNAUTHENTICATED',
    'TOKEN_EXPIRED',
    'RATE_LIMITED',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ]);
  const add = (...more: ErrorCode[]) => more.forEach((code) => codes.add(code));
  if (binding.idempotent) add('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_FLIGHT');
  // Also for a body where none is accepted.
  if (method !== 'GET' && !binding.upload) add('UNSUPPORTED_MEDIA_TYPE');
  if (method !== 'GET' && !binding.upload && binding.csv === undefined) add('INVALID_JSON', 'DUPLICATE_JSON_KEY');
  if (path.includes(':')) add('NOT_FOUND');
  if (!allow.user || !allow.admin) add('WRONG_TOKEN_FAMILY');
  if (!allow.apiKey) add('API_KEY_NOT_ACCEPTED');
  if (allow.user && !allow.user.suspended) add('ACCOUNT_SUSPENDED');
  if (allow.admin && !allow.admin.initialPassword) add('PASSWORD_CHANGE_REQUIRED');
  if (allow.admin && !allow.admin.withoutTwoFactor) add('TWO_FACTOR_REQUIRED');
  if (recentProof) add('RECENT_SIGN_IN_REQUIRED');
  if (allow.user?.role || allow.apiKey || (allow.admin && !allow.admin.initialPassword)) add('FORBIDDEN');
  return codes;
}

function securityOf({ rule: { allow } }: Operation): Record<string, string[]>[] {
  return [
    ...(allow.user ? [{ user: [] }] : []),
    ...(allow.apiKey ? [{ apiKey: [] }] : []),
    ...(allow.admin ? [{ admin: [] }] : []),
    ...(allow.anonymous ? [{}] : []),
  ];
}
