import { createQuestpClient, type QuestpClient } from '@questp/sdk';
import { call, type Answer, type CallOptions } from './call.js';

/** Changes or measures the requests of an SDK client and their answers. */
type Middleware = Parameters<QuestpClient['use']>[0];

/** The gateways of one platform. Requests of all callers go to the gateways in turn. */
export class Gateways {
  private turn = 0;

  /** @param middleware of every client at these gateways */
  constructor(
    readonly urls: readonly string[],
    readonly middleware: readonly Middleware[] = [],
  ) {}

  /** The index in `urls` of the gateway that gets the next request. */
  next(): number {
    this.turn += 1;
    return this.turn % this.urls.length;
  }

  /** A caller without a token. */
  get anonymous(): Caller {
    return new Caller(this);
  }

  /** The owner of a session token or an API key. */
  as(token: string): Caller {
    return new Caller(this, token);
  }
}

/** Milliseconds after which a request is aborted. */
const TIMEOUT = 30_000;

/** The SDK's client for one token (or none), which sends each request to the next gateway in turn. */
export class Caller implements Pick<QuestpClient, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'> {
  /** The SDK's clients, one at each gateway. */
  readonly everywhere: readonly QuestpClient[];

  constructor(
    readonly gateways: Gateways,
    readonly token?: string,
  ) {
    this.everywhere = gateways.urls.map((baseUrl) => {
      const client = createQuestpClient({
        baseUrl,
        fetch: (request) => fetch(request, { signal: AbortSignal.timeout(TIMEOUT) }),
        ...(token !== undefined && { token }),
      });
      client.use(...gateways.middleware);
      return client;
    });
  }

  get GET() {
    return this.next.GET;
  }
  get POST() {
    return this.next.POST;
  }
  get PUT() {
    return this.next.PUT;
  }
  get PATCH() {
    return this.next.PATCH;
  }
  get DELETE() {
    return this.next.DELETE;
  }

  /** A request that the SDK cannot make: its route is not a constant, or its body, header or query is wrong. */
  call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const url = this.gateways.urls[this.gateways.next()] as string;
    return call<T>(url + path, method, { ...(this.token !== undefined && { token: this.token }), ...options });
  }

  private get next(): QuestpClient {
    return this.everywhere[this.gateways.next()] as QuestpClient;
  }
}
