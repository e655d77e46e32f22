/** What a request was answered, as the SDK gives it: the body of a success is `data`, any other is `error`. */
export interface Answer<Data = unknown> {
  data?: Data;
  error?: unknown;
  response: Response;
}

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Uint8Array;
  token?: string;
  headers?: Record<string, string>;
}

/** One HTTP request, without any help: what is sent is what the caller says. Given up after 30 s. */
export async function call<Data>(
  url: string,
  method: string,
  { body, raw, token, headers = {} }: CallOptions = {},
): Promise<Answer<Data>> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
    ...(payload === undefined ? {} : { body: payload as NonNullable<RequestInit['body']> }),
  });
  const text = await response.text();
  return response.ok ? { data: parse(text) as Data, response } : { error: parse(text), response };
}

/** The value of a JSON text; any other text itself. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
