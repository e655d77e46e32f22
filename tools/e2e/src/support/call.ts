export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Uint8Array;
  token?: string;
  headers?: Record<string, string>;
  /** Milliseconds until the call is given up; 30 s unless told. */
  timeoutMs?: number;
}

export interface Answer<T> {
  status: number;
  /** The parsed body; undefined when it is empty or not JSON. */
  json: T;
  text: string;
  headers: Headers;
}

/** The error document of every route (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  errors?: { pointer: string; code: string; detail: string }[];
  availableAt?: string | null;
}

/** One HTTP request, without any help: what is sent is what the caller says. */
export async function call<T = Problem>(
  baseUrl: string,
  method: string,
  path: string,
  { body, raw, token, headers = {}, timeoutMs = 30_000 }: CallOptions = {},
): Promise<Answer<T>> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    ...(payload === undefined ? {} : { body: payload as NonNullable<RequestInit['body']> }),
  });
  const text = await response.text();
  return { status: response.status, json: parse(text) as T, text, headers: response.headers };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body of an answer that has to be a success; throws with what was answered instead. */
export function ok<T>(answer: Answer<T>): T {
  if (answer.status >= 300) throw new Error(`Answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json;
}
