import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ERROR_TABLE, type ErrorCode } from '@questp/messages';
import type { AccessRule } from '../access/access-rule.js';
import { PATH_PARAMETERS } from '../access/path-parameters.js';
import type { RouteInfo, Routes } from '../access/routes.js';
import { ERRORS_EXTENSION } from './endpoint.js';
import { PROBLEM_SCHEMAS, problemResponse } from './problem-responses.js';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const DESCRIPTION = `Quests in campaigns, verified completions, points.

- **Tokens** travel as \`Authorization: Bearer\`. Users, operators and API keys have tokens of different families; one of the wrong family, unknown or expired is 401 on every route, public ones included.
- **Errors** are problem documents (RFC 9457) with a stable \`code\`; the page /docs/errors lists all codes.
- **Lists** answer \`{ items, nextCursor }\`; pass \`nextCursor\` as \`cursor\` for the next page.
- **Limits**: \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) tell the standing in the narrowest limit of the route; windows last one minute. 429 and 503 carry \`Retry-After\`.
- **Times** are ISO 8601 in UTC with milliseconds; amounts and points that are sums are decimal strings.
- Unknown members and query parameters, and members named twice, are refused.`;

/** The OpenAPI 3.1 document: what the decorators say, plus what follows from the access table. */
export function createDocument(app: INestApplication, routes: Routes): OpenAPIObject {
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Quest platform')
    .setVersion('1')
    .setDescription(DESCRIPTION)
    .addServer('/')
    .addBearerAuth(bearer('Session token of a user, `svcu_…`'), 'user')
    .addBearerAuth(bearer('Session token of an operator, `svca_…`'), 'admin')
    .addBearerAuth(bearer('API key of a project, `svc_key_…`'), 'apiKey')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  document.components = { ...document.components, ...problemComponents(document) };
  for (const [path, item] of Object.entries(document.paths)) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const method of METHODS) {
      const operation = item[method];
      const route = routes.find(method.toUpperCase(), pattern);
      if (operation && route) complete(operation, route);
    }
  }
  return withoutSuffix(document);
}

function problemComponents({ components }: OpenAPIObject): OpenAPIObject['components'] {
  const codes = Object.keys(ERROR_TABLE).sort() as ErrorCode[];
  return {
    schemas: { ...components?.schemas, ...PROBLEM_SCHEMAS },
    responses: Object.fromEntries(codes.map((code) => [code, problemResponse(ERROR_TABLE[code].status, [code])])),
  };
}

function complete(operation: Operation, route: RouteInfo): void {
  const parameters = (operation.parameters ?? []).filter((parameter) => 'in' in parameter);
  for (const parameter of parameters) {
    if (parameter.in === 'path') {
      parameter.schema = { type: 'string', pattern: PATH_PARAMETERS[parameter.name]?.source };
    }
  }
  const extended = operation as Operation & { [ERRORS_EXTENSION]?: ErrorCode[] };
  const own = extended[ERRORS_EXTENSION] ?? [];
  delete extended[ERRORS_EXTENSION];
  const hasKey = parameters.some(({ name }) => name === 'Idempotency-Key');
  const codes = new Set<ErrorCode>([...generalErrors(route), ...(hasKey ? (['BAD_REQUEST'] as const) : []), ...own]);
  const sorted = [...codes].sort();
  for (const status of new Set(sorted.map((code) => ERROR_TABLE[code].status))) {
    const ofStatus = sorted.filter((code) => ERROR_TABLE[code].status === status);
    operation.responses[status] =
      ofStatus.length === 1 ? { $ref: `#/components/responses/${ofStatus[0]}` } : problemResponse(status, ofStatus);
  }
  operation.security = securityOf(route.rule);
}

/** Errors that follow from the access rule and from what the route takes. */
function generalErrors({ rule: { route, allow }, takesBody }: RouteInfo): ErrorCode[] {
  const codes: ErrorCode[] = [
    'VALIDATION_FAILED',
    'UNAUTHENTICATED',
    'RATE_LIMITED',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ];
  if (takesBody) codes.push('INVALID_JSON', 'DUPLICATE_JSON_KEY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (route.includes(':')) codes.push('NOT_FOUND');
  if (allow.user && !allow.user.suspended) codes.push('ACCOUNT_SUSPENDED');
  if (allow.user?.role || allow.apiKey || (allow.admin && !allow.admin.initialPassword)) codes.push('FORBIDDEN');
  return codes;
}

function securityOf({ allow }: AccessRule): Record<string, string[]>[] {
  return [
    ...(allow.user ? [{ user: [] }] : []),
    ...(allow.apiKey ? [{ apiKey: [] }] : []),
    ...(allow.admin ? [{ admin: [] }] : []),
    ...(allow.anonymous ? [{}] : []),
  ];
}

/** Schemas are called what the API calls them: `QuestDto` is `Quest`. */
function withoutSuffix(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify({
    ...document,
    components: { ...document.components, schemas: renamed(document.components?.schemas ?? {}) },
  });
  return JSON.parse(text.replaceAll(/(#\/components\/schemas\/\w+?)Dto"/g, '$1"')) as OpenAPIObject;
}

function renamed<T>(schemas: Record<string, T>): Record<string, T> {
  const entries = Object.entries(schemas).map(([name, schema]) => [name.replace(/Dto$/, ''), schema] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
