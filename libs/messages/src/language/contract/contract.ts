import type { ErrorCode } from '../errors/error-table.js';
import { fieldsOf, type CallerValue, type MessageClass } from '../fields/index.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${HttpMethod} /v1/${string}`;

/** HTTP binding of a contract. A contract may have several. */
export interface HttpBinding {
  /** operationId: the name of the method in generated clients and the key of the access table. It never changes. */
  id: string;
  /** Path parameters (`:name`) are members of the request. */
  route: Route;
  /** Group in the documentation. */
  tag: string;
  summary: string;
  description?: string;
  /** What a repeated call does. Required for a POST without an Idempotency-Key; other methods define it. */
  again?: string;
  /** Members of the example request: optional members, or values that differ from the generated ones. */
  example?: Readonly<Record<string, unknown>>;
  /** Members of the example reply that this binding fixes. */
  replies?: Readonly<Record<string, unknown>>;
  /** 201 for creation; otherwise 200, or 204 without a reply. */
  status?: 201;
  /** Error codes besides those of the contract and those of every route with its access rule. */
  errors?: readonly ErrorCode[];
  /** Example bodies, by the task type of the quest they fit. */
  examples?: Readonly<Record<string, object>>;
  /** Seconds for which caches may store the answer, which is the same for every caller. The ticket of a file has its ETag. */
  cacheSeconds?: number;
  /**
   * The reply is an entity whose `updatedAt` is its version: the ETag is made from it, and If-Match of a change
   * compares it.
   */
  versioned?: true;
  /** Accepts an Idempotency-Key. */
  idempotent?: true;
  /** Fixed values of members of the request; undefined: the member is left out. */
  set?: Readonly<Record<string, unknown>>;
  /** Members that this binding requires although they are optional in the request. */
  requires?: readonly string[];
  /** Members that are filled in from the caller, besides those whose field says so. */
  fill?: Readonly<Record<string, CallerValue>>;
  /** The body is a CSV file. It becomes this member of the request. */
  csv?: string;
  /** A platform calls it: the JSON body is the member `body` of the request, as text, unless it is an `upload`. */
  webhook?: true;
  /** The answer is this member of the reply, as plain text. */
  text?: string;
  /** The body may also be the form that mail clients send (RFC 8058). It is ignored: the URL identifies the request. */
  oneClick?: true;
  /**
   * The answer is a streamed file of one of these media types; the reply is the ticket for fetching it, which names the
   * type if there are several.
   */
  file?: readonly [string, ...string[]];
  /** Schema of a JSON file. */
  holds?: MessageClass;
  /** A manifest of the file is stored; the answer contains its id. */
  hasManifest?: true;
  /** The file at this URL never changes and is the same for every caller; the ticket contains its ETag. */
  immutable?: true;
  /**
   * The body is bytes of one of these media types, streamed to the service; the reply is the ticket for sending them.
   */
  upload?: readonly string[];
  /** Most bytes of an upload that does not announce its size before. */
  maxBytes?: number;
  /** Deprecated since this date (ISO 8601) in favour of another route with the same path parameters. */
  deprecated?: { since: string; successor: Route };
  /**
   * The answer is a stream of the events about this subject whose data contains the named member; the gateway serves
   * it.
   */
  stream?: { about: 'submission' | 'notification' | 'escrow'; of: 'userId' | 'projectId' };
  /** Redirects the browser to the `location` of the reply. An error redirects to the earner app. */
  redirects?: true;
}

/** Value of `again` for idempotent operations. */
export const SAME_AGAIN = 'A repeated call returns the same answer.';

interface Description<Request extends object, Reply extends object | null> {
  /** NATS subject; its first word names the answering service. For a stream: a name without a subscriber. */
  subject: string;
  /** Every request is validated against it before a handler runs. */
  request: MessageClass<Request>;
  /** Null: the reply is empty. */
  reply: Reply extends null ? null : MessageClass<Reply & object>;
  /** Services that call it, besides the gateway. The broker denies all others. */
  callers?: readonly string[];
  /** Milliseconds that the caller waits for the reply; 5,000 by default. */
  deadlineMs?: number;
  /** For a contract without an HTTP binding: it has no side effect. For others, the HTTP method says so. */
  reads?: true;
  /** Error codes besides VALIDATION_FAILED and those of the platform. */
  errors?: readonly ErrorCode[];
  http?: HttpBinding | readonly HttpBinding[];
}

declare const types: unique symbol;

/** One request-reply message: subject, classes, errors and HTTP bindings. Errors are sent as ErrorEnvelope. */
export interface Contract<Request extends object = object, Reply extends object | null = object | null> {
  readonly subject: string;
  readonly callers: readonly string[];
  readonly deadlineMs: number;
  readonly request: MessageClass;
  readonly reply: MessageClass | null;
  readonly errors: readonly ErrorCode[];
  readonly http: readonly HttpBinding[];
  /** False for a call without side effects, which can be repeated safely. */
  readonly changes: boolean;
  readonly [types]?: { request: Request; reply: Reply };
}

export type RequestOf<C> = C extends { readonly [types]?: { request: infer Request } } ? Request : never;
export type ReplyOf<C> = C extends { readonly [types]?: { reply: infer Reply } } ? Reply : never;

/**
 * Declares a contract.
 * @throws Error when an HTTP binding names members that the request does not have
 */
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
  const bindings: readonly HttpBinding[] = [http].flat();
  const members = fieldsOf(request);
  for (const binding of bindings) {
    const named = [
      ...decidedMembers(binding),
      ...(binding.requires ?? []),
      ...(binding.csv === undefined ? [] : [binding.csv]),
    ];
    const unknown = named.find((name) => !members.has(name));
    if (unknown !== undefined) throw new Error(`${binding.id} names ${unknown}, which ${subject} does not take`);
  }
  return {
    subject,
    callers,
    deadlineMs,
    request,
    reply,
    errors: members.has('cursor') ? [...errors, 'INVALID_CURSOR'] : errors,
    http: bindings,
    changes: bindings.length === 0 ? !reads : bindings.some(({ route }) => !route.startsWith('GET ')),
  };
}

/** True if the service may send requests of the contract. */
export const mayCall = ({ http, callers }: Contract, service: string): boolean =>
  callers.includes(service) || (service === 'gateway' && http.length > 0);

/** Names of the path parameters of an HTTP binding. */
export const pathParameters = ({ route }: HttpBinding): string[] =>
  [...route.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

const decidedMembers = (binding: HttpBinding): string[] => [
  ...pathParameters(binding),
  ...Object.keys(binding.set ?? {}),
  ...Object.keys(binding.fill ?? {}),
];

/** Members of the request that an HTTP binding fills in from the caller. */
export function filledMembers({ request }: Contract, binding: HttpBinding): ReadonlyMap<string, CallerValue> {
  const decided = new Set([...pathParameters(binding), ...Object.keys(binding.set ?? {})]);
  const fromFields = [...fieldsOf(request)].flatMap(([name, { options }]): [string, CallerValue][] =>
    options.from === undefined || decided.has(name) ? [] : [[name, options.from]],
  );
  const filled = [...fromFields, ...Object.entries(binding.fill ?? {})];
  return new Map(filled.filter(([, value]) => value !== 'idempotency' || binding.idempotent));
}

/** Members that the client sends: in the query of a GET or DELETE, otherwise in the body. */
export function sentMembers({ request }: Contract, binding: HttpBinding): string[] {
  const elsewhere = new Set(decidedMembers(binding));
  return [...fieldsOf(request)]
    .filter(([name, { options }]) => options.from === undefined && !elsewhere.has(name))
    .map(([name]) => name);
}
