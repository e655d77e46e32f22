import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { committedOpenApi } from './open-api.js';

interface Reference {
  $ref: string;
}

interface Described {
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema: object }>;
}

interface Operation {
  operationId: string;
  responses: Record<string, Described | Reference>;
  'x-error-codes': string[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Described> };
}

/** An answer without its body. */
export interface AnswerHead {
  method: string;
  path: string;
  status: number;
  headers: Headers;
}

const isReference = (value: object): value is Reference => '$ref' in value;

/** Finds differences between answers and an OpenAPI document. */
export class Documentation {
  private readonly ajv = new Ajv2020({ strict: false, formats: fullFormats });
  private readonly routes: { form: RegExp; item: Record<string, Operation> }[];

  constructor(private readonly document: Document) {
    this.ajv.addSchema({ $id: 'openapi', components: { schemas: closed(document.components.schemas) } });
    // As a router does: a constant segment takes precedence over a parameter.
    this.routes = Object.entries(document.paths)
      .toSorted(([a], [b]) => (order(a) < order(b) ? -1 : 1))
      .map(([path, item]) => ({ form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), item }));
  }

  /** Differences in status, headers and media type. */
  mistakesOfHead({ method, path, status, headers }: AnswerHead): string[] {
    const found = this.responseTo(method, path, status);
    if (typeof found === 'string') return [found];
    const { headers: documented = {}, content } = found;
    const missing = Object.entries(documented).filter(([name, { required }]) => required && !headers.has(name));
    const type = mediaTypeOf(headers);
    const isDocumented =
      content === undefined ? type === undefined : type !== undefined && Object.hasOwn(content, type);
    return [
      ...(isDocumented ? [] : [`the media type ${type} is not documented`]),
      ...(method === 'HEAD' ? [] : missing.map(([name]) => `the header ${name} is missing`)),
    ];
  }

  /** Differences in the body of an answer whose head is right. */
  mistakesOfBody({ method, path, status, headers }: AnswerHead, body: string): string[] {
    const found = this.responseTo(method, path, status);
    const type = mediaTypeOf(headers) ?? '';
    if (typeof found === 'string' || method === 'HEAD') return [];
    const schema = found.content?.[type]?.schema;
    if (schema === undefined) return body === '' ? [] : ['a body is not documented'];
    if (!/^application\/(?:[\w.-]+\+)?json$/.test(type)) return [];
    const value: unknown = JSON.parse(body);
    const wrong = this.errorsOf(schema, value);
    if (wrong.length > 0 || status < 400) return wrong;
    const { code } = value as { code: string };
    const codes = this.operationOf(method, path)?.['x-error-codes'] ?? [
      'NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'BAD_REQUEST',
    ];
    return codes.includes(code) ? [] : [`/code: ${code} is not documented`];
  }

  nameOf(method: string, path: string): string {
    const name = this.operationOf(method, path)?.operationId ?? 'no operation';
    return `${name} (${method} ${path})`;
  }

  private errorsOf(schema: object, value: unknown): string[] {
    if (!isReference(schema)) throw new Error('The schema of a body has no name');
    const validate = this.ajv.getSchema(`openapi${schema.$ref}`) as ValidateFunction;
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  }

  /** @returns the response, or a sentence that says why there is none */
  private responseTo(method: string, path: string, status: number): Described | string {
    const operation = this.operationOf(method, path);
    const isKnown = this.itemOf(path) !== undefined;
    if (operation === undefined) {
      const fits = status === 400 || status === (isKnown ? 405 : 404);
      return fits
        ? (this.document.components.responses['Problem400'] as Described)
        : `the status ${status} is not that of an unknown route`;
    }
    const response = operation.responses[status];
    if (response === undefined) return `the status ${status} is not documented`;
    if (!isReference(response)) return response;
    return this.document.components.responses[response.$ref.split('/').at(-1) as string] as Described;
  }

  /** HEAD is described by GET. */
  private operationOf(method: string, path: string): Operation | undefined {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    return this.routes.find(({ form, item }) => form.test(path) && item[name] !== undefined)?.item[name];
  }

  private itemOf = (path: string) => this.routes.find(({ form }) => form.test(path))?.item;
}

const order = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith('{') ? '1' : '0'))
    .join('');

const mediaTypeOf = (headers: Headers): string | undefined => headers.get('content-type')?.split(';', 1)[0];

/** The schema without additional properties. */
function closed<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed) as T;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value as unknown)]));
  const isOpen = members['type'] === 'object' && 'properties' in members && !('additionalProperties' in members);
  return (isOpen ? { ...members, additionalProperties: false } : members) as T;
}

/**
 * Compares the API's answers to `fetch` with the document, bodies when they are read. Answers of the API have the
 * header x-request-id.
 */
export class AnswerWatch {
  private readonly documentation = new Documentation(JSON.parse(committedOpenApi()) as Document);
  private readonly mistakes = new Set<string>();
  private readonly send = globalThis.fetch;

  begin(): void {
    globalThis.fetch = async (input, init) => {
      const answer = await this.send(input, init);
      const isRequest = typeof input === 'object' && 'url' in input;
      const method = init?.method ?? (isRequest ? input.method : 'GET');
      this.look(method, new URL(isRequest ? input.url : input), answer);
      return answer;
    };
  }

  end(): void {
    globalThis.fetch = this.send;
  }

  /** @throws Error if an answer since the last call differs from the document */
  expectDocumented(): void {
    const mistakes = [...this.mistakes];
    this.mistakes.clear();
    if (mistakes.length > 0) throw new Error(`Not as docs/reference/openapi.json says:\n${mistakes.join('\n')}`);
  }

  private look(method: string, { pathname: path }: URL, answer: Response): void {
    const { status, headers, redirected } = answer;
    if (!path.startsWith('/v1/') || !headers.has('x-request-id') || redirected || method === 'OPTIONS') return;
    const head = { method, path, status, headers };
    const wrong = this.documentation.mistakesOfHead(head);
    this.note(head, wrong);
    if (wrong.length > 0) return;
    const text = answer.text.bind(answer);
    const checked = async () => {
      const body = await text();
      this.note(head, this.documentation.mistakesOfBody(head, body));
      return body;
    };
    Object.assign(answer, { text: checked, json: async () => JSON.parse(await checked()) as unknown });
  }

  private note({ method, path, status }: AnswerHead, mistakes: string[]): void {
    for (const one of mistakes) this.mistakes.add(`${this.documentation.nameOf(method, path)} ${status} ${one}`);
  }
}
