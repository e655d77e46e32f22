import type { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { currentContext, Histogram, inSpan, metrics } from '@questp/service';
import { Agent, type buildConnector, type Dispatcher, errors } from 'undici';
import { ACCEPTED_ENCODING, openBody, readBody, TooLarge, UnknownEncoding } from './body.js';
import { Breakers, type ServerState } from './breakers.js';
import { connectConfigured, connectGuarded, ForbiddenAddress } from './connect.js';
import type { EgressAnswer, EgressFailure, EgressOutcome } from './egress-outcome.js';
import { Gate } from './gate.js';

/** Time from the call to the last byte of the body, including time in the queue; milliseconds. */
export const DEADLINE_MS = 5_000;
/** Maximum size of a decoded body. */
export const MAX_BYTES = 1024 * 1024;
/** Concurrent requests to one server. */
export const PARALLEL = 16;
/** Concurrent requests to all servers that one project names. */
export const PROJECT_PARALLEL = 4;
/** Redirects of one request that are followed where the caller allows it. */
export const MAX_REDIRECTS = 3;
/** Idle timeout of a streamed body while it is being read. */
export const IDLE_MS = 30_000;

/**
 * The source of a request's address. It decides which networks the request may reach; requests of different sources
 * share no connection, place or breaker.
 * - platform: the configuration of the platform. Any address, http included.
 * - operator: an operator. Public addresses over https, and the operators' networks.
 * - a project: a member of its team. Public addresses over https, and the projects' networks.
 */
export type NamedBy = 'platform' | 'operator' | { projectId: string };

/** Networks that requests may reach although they are not public, http included; in CIDR form, by source. */
export interface EgressNetworks {
  operator?: readonly string[];
  project?: readonly string[];
}

export interface EgressOptions {
  /** Label of the destination in metrics: one of a few fixed names, never a host. */
  destination: string;
  namedBy: NamedBy;
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds for all of it; DEADLINE_MS by default. */
  timeoutMs?: number;
  /** Size of the decoded body; MAX_BYTES by default. */
  maxBytes?: number;
  signal?: AbortSignal;
  /**
   * Follows at most MAX_REDIRECTS redirects that stay within the origin of the URL; a function runs before each further
   * request. Without it, a redirect is the answer.
   */
  follow?: true | (() => Promise<void>);
}

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export interface EgressRequest extends EgressOptions {
  method: (typeof METHODS)[number];
  body?: Buffer;
}

/** A server in logs and alerts. */
export interface Server {
  destination: string;
  /** Host and port; null if an operator named it. */
  host: string | null;
}

export type ServerWatch = (server: Server, state: ServerState) => void;

const USER_AGENT = 'questp';

const seconds = new Histogram({
  name: 'questp_egress_seconds',
  help: 'Time of requests to the outside, by destination and outcome (class of the status, or kind of failure)',
  labelNames: ['destination', 'outcome'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

type Source = 'platform' | 'operator' | 'project';

const sourceOf = (namedBy: NamedBy): Source => (typeof namedBy === 'string' ? namedBy : 'project');

const scopeOf = (namedBy: NamedBy): string => (typeof namedBy === 'string' ? namedBy : `project ${namedBy.projectId}`);

class Timeout extends Error {}
class Aborted extends Error {}
/** The caller's error at a redirect. */
class RedirectRefused extends Error {}

const refuseRedirect = (cause: unknown): never => {
  throw new RedirectRefused('by the caller', { cause });
};

/**
 * The only client for outbound calls (lint refuses others). It limits time, size and concurrency, refuses addresses of
 * our own networks, follows no redirects to another origin, uses no proxies of the environment, and keeps credentials out
 * of URLs and logs. Failures are values.
 */
export class Egress implements OnApplicationShutdown {
  private readonly agents: Readonly<Record<Source, Agent>>;
  private readonly gates = new Map<string, Gate>();
  /** Projects cannot push the platform's own servers out of the breakers that are kept. */
  private readonly breakers: Readonly<Record<Source, Breakers>>;

  /** @param watch is called when a server that no project named is left alone, and when it answers for the first time or again */
  constructor(
    { operator = [], project = [] }: EgressNetworks = {},
    private readonly watch: ServerWatch = () => undefined,
  ) {
    this.agents = {
      platform: agent(connectConfigured),
      operator: agent(connectGuarded(operator)),
      project: agent(connectGuarded(project)),
    };
    this.breakers = { platform: new Breakers(), operator: new Breakers(), project: new Breakers() };
  }

  /** Sends a GET. It throws for a defect of the caller, such as an invalid header, and what `follow` throws. */
  get(url: string, options: EgressOptions): Promise<EgressOutcome> {
    return this.send(url, { ...options, method: 'GET' });
  }

  /** Throws as `get`. */
  send(url: string, { maxBytes = MAX_BYTES, ...request }: EgressRequest): Promise<EgressOutcome> {
    return this.measured(url, request, ({ body, headers }) =>
      readBody(body, encodingOf(headers), Number(headers['content-length'] ?? 0), maxBytes),
    );
  }

  /**
   * Sends a GET whose body the caller reads as a stream, or destroys. The body has no limit of size; the deadline is that
   * of the headers. Throws as `get`.
   */
  open(url: string, options: Omit<EgressOptions, 'maxBytes'>): Promise<EgressOutcome<Readable>> {
    return this.measured(url, { ...options, method: 'GET' }, ({ body, headers }) =>
      Promise.resolve(openBody(body, encodingOf(headers))),
    );
  }

  /** Closes all connections, once workers and transfers have finished. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.agents).map((each) => each.destroy()));
  }

  private async measured<Body>(
    text: string,
    request: Omit<EgressRequest, 'maxBytes'>,
    read: (answer: Dispatcher.ResponseData) => Promise<Body>,
  ): Promise<EgressOutcome<Body>> {
    const { destination, method, namedBy } = request;
    const stop = seconds.startTimer({ destination });
    const outcome = await inSpan(
      () => ({ name: `${method} ${destination}`, kind: 'client', attributes: { 'http.request.method': method } }),
      () => {
        const url = allowedUrl(text);
        if (url === undefined) return Promise.resolve(NOT_A_URL);
        const source = sourceOf(namedBy);
        const server = { destination, host: source === 'platform' ? url.host : null };
        return this.breakers[source].run(
          `${scopeOf(namedBy)} ${url.origin}`,
          (state) => source !== 'project' && this.watch(server, state),
          () => this.exchange(url, request, read),
        );
      },
    );
    stop({ outcome: outcome.outcome === 'answered' ? `${Math.trunc(outcome.status / 100)}xx` : outcome.outcome });
    return outcome;
  }

  private async exchange<Body>(
    first: URL,
    { method, namedBy, headers = {}, body, timeoutMs = DEADLINE_MS, signal, follow }: Omit<EgressRequest, 'maxBytes'>,
    read: (answer: Dispatcher.ResponseData) => Promise<Body>,
  ): Promise<EgressOutcome<Body>> {
    // AbortSignal.any would tie each request to the caller's signal for as long as that lives.
    const stop = new AbortController();
    const abort = () => stop.abort(new Aborted('by the caller'));
    const timer = setTimeout(() => stop.abort(new Timeout(`no answer within ${timeoutMs} ms`)), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    const send = (url: URL, redirects: number): Promise<EgressAnswer<Body> | URL> =>
      this.inTurn(url.origin, namedBy, stop.signal, async () => {
        const answer = await this.agents[sourceOf(namedBy)].request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: { ...headers, ...ownHeaders() },
          ...(body && { body }),
          signal: stop.signal,
        });
        const next = follow === undefined || redirects === MAX_REDIRECTS ? undefined : redirectOf(url, method, answer);
        if (next !== undefined) {
          await answer.body.dump();
          return next;
        }
        return { outcome: 'answered', status: answer.statusCode, headers: answer.headers, body: await read(answer) };
      });
    try {
      let url = first;
      for (let redirects = 0; ; redirects += 1) {
        const answer = await send(url, redirects);
        if (!(answer instanceof URL)) return answer;
        url = answer;
        if (typeof follow === 'function') await follow().catch(refuseRedirect);
      }
    } catch (error) {
      return toFailure(stop.signal.aborted ? stop.signal.reason : error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  private async inTurn<T>(origin: string, namedBy: NamedBy, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const isOfProject = sourceOf(namedBy) === 'project';
    const key = isOfProject ? scopeOf(namedBy) : `${scopeOf(namedBy)} ${origin}`;
    const gate = this.gates.get(key) ?? new Gate(isOfProject ? PROJECT_PARALLEL : PARALLEL);
    this.gates.set(key, gate);
    await gate.enter(signal);
    try {
      return await work();
    } finally {
      gate.leave();
      if (gate.isEmpty) this.gates.delete(key);
    }
  }
}

// Egress enforces the deadline itself. An idle connection is kept for half a minute at most, whatever the server proposes.
const agent = (connect: buildConnector.connector) =>
  new Agent({ connect, headersTimeout: 0, bodyTimeout: IDLE_MS, keepAliveMaxTimeout: 30_000 });

export const NOT_A_URL: EgressFailure = { outcome: 'not_allowed', detail: 'not an http(s) URL without credentials' };

export function allowedUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

const KEEPS_METHOD = [307, 308];
const REPEATS_READS = [301, 302, 303];

/** The target of a redirect within the origin; undefined if the answer does not redirect there. */
function redirectOf(url: URL, method: string, { statusCode, headers }: Dispatcher.ResponseData): URL | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!KEEPS_METHOD.includes(statusCode) && !(isRead && REPEATS_READS.includes(statusCode))) return undefined;
  const { location } = headers;
  if (typeof location !== 'string' || !URL.canParse(location, url.href)) return undefined;
  const next = allowedUrl(new URL(location, url).href);
  return next !== undefined && (next.origin === url.origin || isUpgrade(url, next)) ? next : undefined;
}

/** The same host over TLS, each at its default port. */
const isUpgrade = (url: URL, next: URL): boolean =>
  url.protocol === 'http:' && next.protocol === 'https:' && url.port === '' && next.host === url.host;

function ownHeaders(): Record<string, string> {
  const context = currentContext();
  return {
    'user-agent': USER_AGENT,
    'accept-encoding': ACCEPTED_ENCODING,
    ...(context && { 'x-request-id': context.requestId }),
  };
}

const encodingOf = (headers: EgressAnswer['headers']): string => textOf(headers['content-encoding']).toLowerCase();

const textOf = (header: string | string[] | undefined): string => [header ?? ''].flat().join(', ');

function toFailure(error: unknown): EgressFailure {
  if (error instanceof RedirectRefused) throw error.cause;
  if (error instanceof errors.InvalidArgumentError) throw error;
  if (error instanceof Timeout) return { outcome: 'timeout', detail: error.message };
  if (error instanceof Aborted) return { outcome: 'aborted', detail: error.message };
  if (error instanceof TooLarge) return { outcome: 'too_large', detail: error.message };
  if (error instanceof ForbiddenAddress) return { outcome: 'not_allowed', detail: error.message };
  if (error instanceof errors.HeadersOverflowError) return { outcome: 'too_large', detail: 'too many headers' };
  if (error instanceof errors.ConnectTimeoutError) return { outcome: 'timeout', detail: 'no connection in time' };
  if (error instanceof UnknownEncoding) return { outcome: 'unreachable', detail: error.message };
  if (error instanceof errors.HTTPParserError) return { outcome: 'unreachable', detail: 'not HTTP' };
  // Errors of connections, TLS, requests and zlib have a code; an error without one is a defect of this library.
  const isOutside = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
  if (!isOutside) throw error;
  return { outcome: 'unreachable', detail: String(error.code) };
}
