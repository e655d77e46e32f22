import { createQuestpClient, type QuestpClient } from '@questp/sdk';
import { call, type Answer, type CallOptions } from './call.js';

/** Gateways of one platform, which take turns: each next request goes to the next one, whoever makes it. */
export class Gateways {
  private turn = 0;

  constructor(readonly urls: readonly string[]) {}

  /** The one whose turn it is, as an index of `urls`. */
  next(): number {
    this.turn += 1;
    return this.turn % this.urls.length;
  }
}

/** Milliseconds until a request is given up. */
const TIMEOUT = 30_000;

/** Somebody who uses the API: a token (or none) at the gateways. It is the SDK's client at the gateway whose turn it is. */
export class Caller implements Pick<QuestpClient, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'> {
  private readonly clients: readonly QuestpClient[];

  constructor(
    private readonly gateways: Gateways,
    readonly token?: string,
  ) {
    this.clients = gateways.urls.map((baseUrl) =>
      createQuestpClient({
        baseUrl,
        fetch: (request) => fetch(request, { signal: AbortSignal.timeout(TIMEOUT) }),
        ...(token !== undefined && { token }),
      }),
    );
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

  /** The SDK's clients, one at each gateway. */
  get everywhere(): readonly QuestpClient[] {
    return this.clients;
  }

  /** A request the SDK does not make: a route that is no constant, or a body, a header or a query that is wrong. */
  call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const url = this.gateways.urls[this.gateways.next()] as string;
    return call<T>(url + path, method, { ...(this.token !== undefined && { token: this.token }), ...options });
  }

  private get next(): QuestpClient {
    return this.clients[this.gateways.next()] as QuestpClient;
  }
}
