import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallOptions } from '@questp/players';
import { workspaceRoot } from '@questp/testing';

interface Reference {
  $ref?: string;
}

interface Schema extends Reference {
  properties?: Record<string, Schema>;
}

interface Examples {
  example?: object | string;
  examples?: Record<string, { value: object }>;
}

type Content = Record<string, { schema?: Schema } & Examples>;

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters: { name: string; in: string; schema?: { format?: string }; example?: unknown }[];
        requestBody?: { content: Content };
        responses: Record<string, Reference & { content?: Content }>;
        'x-error-codes': string[];
      }
    >
  >;
  components: { schemas: Record<string, Schema> };
}

/** The committed document. */
export const committedOpenApi = (): string => readFileSync(join(workspaceRoot, 'docs/reference/openapi.json'), 'utf8');

const document = JSON.parse(committedOpenApi()) as Document;

const lastPart = (reference: string): string => reference.split('/').at(-1) as string;

function resolve(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolve(document.components.schemas[lastPart(schema.$ref)] ?? {});
}

export interface Operation {
  id: string;
  /** `GET /v1/projects/{projectId}` */
  route: string;
  method: string;
  path: string;
  /** JSON. */
  takesBody: boolean;
  /** It answers with an event stream. */
  isStream: boolean;
  /** It answers browsers with redirects only. */
  isRedirect: boolean;
  /** Members of its body. */
  members: string[];
  /** Names of the query parameters that are date-times. */
  moments: string[];
}

/** Every operation of the committed document. */
export function operations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { operationId: id, parameters, requestBody, responses }]) => {
      const method = name.toUpperCase();
      const json = requestBody?.content['application/json'];
      const schema = json?.schema;
      const members = schema ? Object.keys(resolve(schema).properties ?? {}) : [];
      const moments = parameters.flatMap((one) => (one.schema?.format === 'date-time' ? [one.name] : []));
      const isStream = responses['200']?.content?.['text/event-stream'] !== undefined;
      const isRedirect = responses['302'] !== undefined;
      const takesBody = json !== undefined || requestBody?.content['text/csv'] !== undefined;
      return { id, route: `${method} ${path}`, method, path, takesBody, isStream, isRedirect, members, moments };
    }),
  );
}

/** True if the body at a route is a CSV file. */
export function takesCsv(route: string): boolean {
  const [method = '', path = ''] = route.split(' ');
  return document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['text/csv'] !== undefined;
}
/** Options of a request with a CSV file. */
export const asCsv = (file: string): CallOptions => ({ raw: file, headers: { 'content-type': 'text/csv' } });

/** The example request and answer of an operation. */
export interface Shown {
  status: number;
  /** Values of path parameters by their names. */
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: object | undefined;
  csv: string | undefined;
  /** Undefined where there is none. */
  reply: object | undefined;
}

/** The example of an operation; of several bodies the first. */
export function shownOf({ method, path }: Operation): Shown {
  const { parameters = [], requestBody, responses = {} } = document.paths[path]?.[method.toLowerCase()] ?? {};
  const given = (where: string) =>
    Object.fromEntries(
      parameters.flatMap((one) => (one.in === where && 'example' in one ? [[one.name, String(one.example)]] : [])),
    );
  const { example, examples = {} } = requestBody?.content['application/json'] ?? {};
  const { example: csv } = requestBody?.content['text/csv'] ?? {};
  const [status = '', response] = Object.entries(responses)[0] ?? [];
  return {
    status: Number(status),
    path: given('path'),
    query: given('query'),
    body: (example ?? Object.values(examples)[0]?.value) as object | undefined,
    csv: csv as string | undefined,
    reply: response?.content?.['application/json']?.example as object | undefined,
  };
}

/** Names of ids by the value that examples have for them. */
export const EXAMPLE_IDS: ReadonlyMap<string, string> = new Map(
  operations().flatMap((one) => Object.entries(shownOf(one).path).map(([name, value]) => [value, name])),
);

/**
 * Replaces the ids of an example by real ones.
 * @param ids by the names of path parameters; by the value in the example for those that no path has
 */
export function withIds(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return ids[value] ?? ids[EXAMPLE_IDS.get(value) ?? ''] ?? value;
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one, ids)]));
}

/** Codes of the errors a route is documented to answer with. */
export function documentedCodes(route: string): string[] {
  const [method = '', path = ''] = route.split(' ');
  return document.paths[path]?.[method.toLowerCase()]?.['x-error-codes'] ?? [];
}

/** Puts values in the place of `{name}`. */
export const fill = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
