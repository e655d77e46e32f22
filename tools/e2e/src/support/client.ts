import { call, ok, type Answer, type CallOptions, type Problem } from './call.js';

/**
 * Somebody who uses the API: a token (or none) and the gateways, which take turns. The methods give the body of a
 * success and throw otherwise; `call` gives every answer.
 */
export class Client {
  private turn = 0;

  constructor(
    readonly gatewayUrls: readonly string[],
    readonly token?: string,
  ) {}

  /** Any answer, of the gateway whose turn it is. */
  call<T = Problem>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    this.turn += 1;
    return this.callAt<T>(this.turn, method, path, options);
  }

  /** Any answer of one gateway (modulo their number). */
  callAt<T = Problem>(gateway: number, method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const url = this.gatewayUrls[gateway % this.gatewayUrls.length] as string;
    return call<T>(url, method, path, { ...(this.token === undefined ? {} : { token: this.token }), ...options });
  }

  get = async <T>(path: string): Promise<T> => ok(await this.call<T>('GET', path));
  post = async <T>(path: string, body?: unknown): Promise<T> => ok(await this.call<T>('POST', path, { body }));
  put = async <T>(path: string, body?: unknown): Promise<T> => ok(await this.call<T>('PUT', path, { body }));
  patch = async <T>(path: string, body?: unknown): Promise<T> => ok(await this.call<T>('PATCH', path, { body }));
  delete = async (path: string): Promise<void> => {
    ok(await this.call('DELETE', path));
  };
}
