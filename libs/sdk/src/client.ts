import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './generated/schema.js';

export interface QuestpClientOptions {
  /** URL of the API without a path, e.g. `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** Session token or API key; a function is called before each request. None: anonymous. */
  token?: string | (() => string | undefined);
  fetch?: (request: Request) => Promise<Response>;
}

export type QuestpClient = Client<paths>;

/**
 * A client of the API, typed by its OpenAPI document: `client.GET('/v1/quests/{questId}', { params: { path } })`.
 * Returns `{ data }` or `{ error }` (a problem document) without throwing; `unwrap` returns data or throws
 * ProblemError.
 */
export function createQuestpClient({ baseUrl, token, fetch }: QuestpClientOptions): QuestpClient {
  const client = createFetchClient<paths>({ baseUrl, ...(fetch && { fetch }) });
  const authorize: Middleware = {
    onRequest: ({ request }) => {
      const current = typeof token === 'function' ? token() : token;
      if (current !== undefined) request.headers.set('authorization', `Bearer ${current}`);
    },
  };
  client.use(authorize);
  return client;
}
