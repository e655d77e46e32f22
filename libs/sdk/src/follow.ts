import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { QuestpClientOptions } from './client.js';
import type { paths } from './generated/schema.js';
import { isFinal, ProblemError, unwrap } from './problem-error.js';

type Stream = { get: { responses: { 200: { content: { 'text/event-stream': unknown } } } } };

/** Paths that answer with a stream of events. */
export type LivePath = { [Path in keyof paths]: paths[Path] extends Stream ? Path : never }[keyof paths];

/** An item of a stream: the envelope of an event, whose `type` names it. */
export type LiveEvent<Path extends LivePath> = paths[Path] extends Stream
  ? paths[Path]['get']['responses'][200]['content']['text/event-stream']
  : never;

export interface Followed<Event> {
  /** Position for resuming: `lastEventId` of a later connection. */
  id: string;
  /** Null: resuming is impossible; read the lists again. */
  event: Event | null;
}

export interface FollowOptions extends QuestpClientOptions {
  /** For a path with a project. */
  projectId?: string;
  /** Resumes after this position of an earlier connection. */
  lastEventId?: string;
  /** Ends the stream. */
  signal?: AbortSignal;
}

/** The platform sends something every 25 s: a silent connection is dead. */
const SILENT_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/**
 * Follows a stream until `signal` aborts. Reconnects and resumes as often as necessary.
 * @throws ProblemError when the platform refuses the request for another reason than a temporary one
 */
export async function* follow<Path extends LivePath>(
  path: Path,
  { lastEventId, signal, ...options }: FollowOptions,
): AsyncGenerator<Followed<LiveEvent<Path>>, void> {
  let id = lastEventId;
  let pause = FIRST_PAUSE_MS;
  while (signal?.aborted !== true) {
    const alive = new Watch(signal);
    try {
      for await (const message of await connect(path, options, id, alive)) {
        if (message.id !== undefined) id = message.id;
        pause = FIRST_PAUSE_MS;
        if (message.event === 'ready') continue;
        const event = message.event === 'reset' ? null : (JSON.parse(message.data) as LiveEvent<Path>);
        yield { id: id as string, event };
      }
    } catch (error) {
      if (isFinal(error)) throw error;
      if (error instanceof ProblemError && error.retryAfter !== null) pause = error.retryAfter * 1_000;
    } finally {
      alive.end();
    }
    await sleep(pause * (0.5 + Math.random()), signal);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}

async function connect(
  path: LivePath,
  { baseUrl, token, fetch: send = fetch, projectId = '' }: FollowOptions,
  lastEventId: string | undefined,
  alive: Watch,
) {
  const current = typeof token === 'function' ? token() : token;
  const headers = {
    accept: 'text/event-stream',
    ...(current !== undefined && { authorization: `Bearer ${current}` }),
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const url = baseUrl + path.replace('{projectId}', encodeURIComponent(projectId));
  const response = await send(new Request(url, { headers, signal: alive.signal }));
  if (!response.ok || response.body === null) {
    await unwrap(Promise.resolve({ error: await response.json().catch(() => null), response }));
    throw new Error(`${url} answered without a stream`);
  }
  const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (bytes, next) => (alive.hear(), next.enqueue(bytes)),
  });
  // Node.js drops the signal of a request when the Request object is collected, even while its body is still read.
  return response.body
    .pipeThrough(heard, { signal: alive.signal })
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
}

/** Aborts after a long silence, or with the signal of the caller. */
class Watch {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly abort = () => this.controller.abort();

  constructor(private readonly outer: AbortSignal | undefined) {
    outer?.addEventListener('abort', this.abort);
    this.hear();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  hear(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.abort, SILENT_MS);
  }

  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.abort);
    this.abort();
  }
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
