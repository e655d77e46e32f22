import { PageRequest } from './paging.js';
import type { ErrorCode } from '../errors/error-table.js';
import { fieldsOf, type CallerValue, type MessageClass } from '../fields/index.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${HttpMethod} /v1/${string}`;

/** How a contract is called over HTTP. A contract may have several faces. */
export interface HttpFace {
  /** operationId: the method's name in generated clients and the key of the access table; never changes. */
  id: string;
  /** Path parameters (`:name`) are members of the request. */
  route: Route;
  /** Group in the documentation. */
  tag: string;
  summary: string;
  description?: string;
  /** A sentence about what a repetition does, where the method and the Idempotency-Key do not tell: of every other POST. */
  again?: string;
  /** Members of the request's example besides those that have to be sent, or with other values. */
  example?: Readonly<Record<string, unknown>>;
  /** Members of the reply's example that are as this face leaves them. */
  replies?: Readonly<Record<string, unknown>>;
  /** 201 for what creates something; else 200, or 204 when there is no reply. */
  status?: 201;
  /** Codes besides those of the contract and those every route with its access rule has. */
  errors?: readonly ErrorCode[];
  /** Bodies that are taken, by the task type of the quest they fit. */
  examples?: Readonly<Record<string, object>>;
  /** Seconds for which caches may keep the answer, which is the same for whoever asks. */
  cacheSeconds?: number;
  /** The reply is an entity whose `updatedAt` is its version: its ETag names it, and If-Match of a change asks for it. */
  versioned?: true;
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  /** Members of the request this face decides; undefined: it does without. */
  set?: Readonly<Record<string, unknown>>;
  /** Members this face needs, though the request has them optional. */
  requires?: readonly string[];
  /** Members of the request this face takes from who calls, besides those whose field says so. */
  fill?: Readonly<Record<string, CallerValue>>;
  /** The body is a CSV file in UTF-8, which is this member of the request as a whole. */
  csv?: string;
  /** The body may be a form of a mail client (RFC 8058) as well, which is not read: what it asks for is in the address. */
  oneClick?: true;
  /**
   * The answer is a file, which is streamed; the reply is the ticket that it is fetched with. These are the media types it
   * can have: of several, the ticket says which.
   */
  file?: readonly [string, ...string[]];
  /** What a JSON file holds. */
  holds?: MessageClass;
  /** A manifest of the file is kept, whose id the answer tells. */
  hasManifest?: true;
  /** The file of an address is always the same, for whoever asks, and its ticket says by what it is known. */
  immutable?: true;
  /** The body is bytes of one of these media types, which are streamed to the service; the reply is the ticket that takes them. */
  upload?: readonly string[];
  /** Kept for old clients: since when (ISO 8601) another route, with the same path parameters, is to be used. */
  deprecated?: { since: string; successor: Route };
  /** The answer is a stream of the events about this whose data names the member of the request; the gateway keeps it. */
  stream?: { about: 'submission' | 'notification'; of: 'userId' | 'projectId' };
  /** The answer sends the browser to the `location` of the reply, whatever else was sent; an error, to the earner app. */
  redirects?: true;
}

/** `again` of what has the same effect once, however often it is asked for. */
export const SAME_AGAIN = 'A repeated call returns the same answer.';

interface Description<Request extends object, Reply extends object | null> {
  /** NATS subject; its first word is the service that answers. Of a stream: a name that nobody listens to. */
  subject: string;
  /** Every request is checked with it before a handler sees it. */
  request: MessageClass<Request>;
  /** Null: nothing is answered. */
  reply: Reply extends null ? null : MessageClass<Reply & object>;
  /** Services that call it, besides the gateway for its HTTP faces: the broker lets nobody else. */
  callers?: readonly string[];
  /** Milliseconds the caller waits for the reply; 5,000 by default. */
  deadlineMs?: number;
  /** Of a contract without HTTP faces: it has no effect. Those with faces tell by their methods. */
  reads?: true;
  /** Codes it can answer with besides VALIDATION_FAILED and those of the platform. */
  errors?: readonly ErrorCode[];
  http?: HttpFace | readonly HttpFace[];
}

declare const types: unique symbol;

/** One request-reply message: subject, shapes, errors and HTTP faces. Errors cross as ErrorEnvelope. */
export interface Contract<Request extends object = object, Reply extends object | null = object | null> {
  readonly subject: string;
  readonly callers: readonly string[];
  readonly deadlineMs: number;
  readonly request: MessageClass;
  readonly reply: MessageClass | null;
  readonly errors: readonly ErrorCode[];
  readonly http: readonly HttpFace[];
  /** False: nothing is done that a repetition would do again. */
  readonly changes: boolean;
  readonly [types]?: { request: Request; reply: Reply };
}

export type RequestOf<C> = C extends { readonly [types]?: { request: infer Request } } ? Request : never;
export type ReplyOf<C> = C extends { readonly [types]?: { reply: infer Reply } } ? Reply : never;

/** Declares a contract. @throws Error when a face names members the request does not have */
export function contract<Request extends object, Reply extends object | null>(
  description: Description<Request, Reply>,
): Contract<Request, Reply> {
  const {
    subject,
    request,
    reply,
    callers = [],
    deadlineMs = 5_000,
    errors = [],
    http = [],
    reads = false,
  } = description;
  const faces: readonly HttpFace[] = [http].flat();
  const members = fieldsOf(request);
  for (const face of faces) {
    const named = [...decidedMembers(face), ...(face.requires ?? []), ...(face.csv === undefined ? [] : [face.csv])];
    const unknown = named.find((name) => !members.has(name));
    if (unknown !== undefined) throw new Error(`${face.id} names ${unknown}, which ${subject} does not take`);
  }
  const isPaged = request.prototype instanceof PageRequest;
  return {
    subject,
    callers,
    deadlineMs,
    request,
    reply,
    errors: isPaged ? [...errors, 'INVALID_CURSOR'] : errors,
    http: faces,
    changes: faces.length === 0 ? !reads : faces.some(({ route }) => !route.startsWith('GET ')),
  };
}

/** Whether the service may send requests of the contract. */
export const mayCall = ({ http, callers }: Contract, service: string): boolean =>
  callers.includes(service) || (service === 'gateway' && http.length > 0);

/** Names of the path parameters of a face. */
export const pathParameters = ({ route }: HttpFace): string[] =>
  [...route.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

const decidedMembers = (face: HttpFace): string[] => [
  ...pathParameters(face),
  ...Object.keys(face.set ?? {}),
  ...Object.keys(face.fill ?? {}),
];

/** Members of the request that a face takes from who calls. */
export function filledMembers({ request }: Contract, face: HttpFace): ReadonlyMap<string, CallerValue> {
  const decided = new Set([...pathParameters(face), ...Object.keys(face.set ?? {})]);
  const fromFields = [...fieldsOf(request)].flatMap(([name, { options }]): [string, CallerValue][] =>
    options.from === undefined || decided.has(name) ? [] : [[name, options.from]],
  );
  const filled = [...fromFields, ...Object.entries(face.fill ?? {})];
  return new Map(filled.filter(([, value]) => value !== 'idempotency' || face.idempotent));
}

/** Members a client sends itself, in the query of a GET or DELETE or else in the body. */
export function sentMembers({ request }: Contract, face: HttpFace): string[] {
  const elsewhere = new Set(decidedMembers(face));
  return [...fieldsOf(request)]
    .filter(([name, { options }]) => options.from === undefined && !elsewhere.has(name))
    .map(([name]) => name);
}
