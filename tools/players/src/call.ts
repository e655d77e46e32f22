/** An answer in the form of the SDK: `data` is the body of a success, `error` that of any other answer. */
export interface Answer<Data = unknown> {
  data?: Data;
  error?: unknown;
  response: Response;
}

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array;
  token?: string;
  headers?: Record<string, string>;
}

/** Sends one HTTP request exactly as described, and aborts it after 30 s. */
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

/** Parses JSON; returns any other text unchanged. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
