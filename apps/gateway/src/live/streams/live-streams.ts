import { principalKey } from '@questp/messages/access';
import type { PrincipalRevoked } from '@questp/messages/identity';
import { AppError, messageErrors } from '@questp/messages/language';
import { Gauge, metrics, type Bus, type Logger, type CallerSlots } from '@questp/service';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { Admission, Admitted } from '../../admission/admission.js';
import { messageOf } from '../../requests/message.js';
import type { Operation } from '../../operations/operation.js';
import { EventStream } from './event-stream.js';
import { Groups } from './groups.js';
import type { LiveEventLog } from './live-event-log.js';
import type { LogEntry } from './log-entry.js';
import { dropped, RETRY_AFTER } from './places.js';

const PING_MS = 25_000;
const MARK_MS = 3_600_000;
/** Milliseconds within which lost access is noticed if no revocation announced it, such as an expired session. */
const CHECK_MS = 5 * 60_000;
/** Maximum readers that replay missed events at the same time, and maximum concurrent access checks; others wait. */
const REPLAYS = 16;
const CHECKS = 50;

const open = new Gauge({ name: 'questp_live_streams', help: 'Live streams that are open', registers: [metrics] });

interface Reader {
  stream: EventStream;
  admitted: Admitted;
  /** The audience and subject it follows; see `topicOf`. */
  topic: string;
  /** Key of the principal; see `principalKey`. */
  principal: string;
  projectId: string | undefined;
  /** Releases its slot. */
  leave: () => void;
}

/** Events about a subject whose audience contains this user or project. */
const topicOf = (id: string, about: string): string => `${id} ${about}`;

/** The SSE connections of this replica. Each event is written to the readers in its audience. */
export class LiveStreams {
  private readonly readers = new Set<Reader>();
  private readonly byTopic = new Groups<Reader>();
  private readonly byPrincipal = new Groups<Reader>();
  private readonly byProject = new Groups<Reader>();
  private readonly replays = pLimit(REPLAYS);
  private readonly checks = pLimit(CHECKS);
  private isClosing = false;

  constructor(
    private readonly bus: Bus,
    private readonly log: LiveEventLog,
    private readonly admission: Admission,
    private readonly places: CallerSlots,
    private readonly logger: Logger,
  ) {}

  /** Subscribes to the log. Streams end with the server; readers reconnect to another replica. */
  open(instance: FastifyInstance): void {
    this.log.listen({ onEntry: (entry) => this.deliver(entry), onLost: () => this.endAll() });
    // Revocations that were broadcast while disconnected are lost.
    this.bus.onReconnect(() => this.check(this.readers));
    const timers = [setInterval(() => this.ping(), PING_MS).unref(), setInterval(() => this.mark(), MARK_MS).unref()];
    instance.addHook('preClose', (done) => {
      timers.forEach((timer) => clearInterval(timer));
      this.isClosing = true;
      this.endAll();
      done();
    });
  }

  /**
   * Answers a request with a stream.
   * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE, VALIDATION_FAILED
   */
  async answer(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { about, of } = operation.binding.stream as NonNullable<Operation['binding']['stream']>;
    const message = messageOf(operation, request) as Partial<Record<string, string>>;
    const errors = messageErrors(operation.contract.request, message);
    if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
    const header = request.headers['last-event-id'];
    const since = typeof header === 'string' ? header : message['lastEventId'];
    const after = since === undefined ? undefined : await this.log.seqOf(since);
    const id = message[of] as string;
    const reader = this.connect(operation, request, reply, topicOf(id, about));
    if (reader === undefined) return;
    if (since === undefined) return reader.stream.begin('ready');
    if (after === undefined) return reader.stream.begin('reset');
    const subjects = `log.${of === 'userId' ? `${id}.*` : `*.${id}`}.${about}.*`;
    await this.replays(() => reader.stream.replay(after, subjects)).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'missed events not read');
      reader.stream.cut();
    });
  }

  /** Checks again the access of the readers that may have lost it. */
  onLoss({ id }: PrincipalRevoked): void {
    this.check(this.byPrincipal.of(id));
  }

  /** Undefined for a HEAD request, which gets no stream. */
  private connect(
    { rule }: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
    topic: string,
  ): Reader | undefined {
    const principal = principalKey(request.principal);
    if (this.isClosing || this.log.lastId === undefined) {
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER });
    }
    const leave = this.places.take(principal);
    void reply.headers(STREAM_HEADERS);
    if (request.method === 'HEAD') {
      leave();
      return void reply.send();
    }
    const { authorization = '' } = request.headers;
    const { projectId } = request.params as { projectId?: string };
    const stream = new EventStream(reply.raw, this.log, noteSlow);
    const admitted = { authorization, allow: rule.allow, projectId };
    const reader = { stream, admitted, topic, principal, projectId, leave };
    this.add(reader);
    reply.raw.on('close', () => this.remove(reader));
    reply.hijack();
    reply.raw.removeHeader('transfer-encoding');
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    // One string, instead of the 60 parts that Node.js joins and keeps in memory.
    reply.raw.flushHeaders();
    return reader;
  }

  private add(reader: Reader): void {
    this.readers.add(reader);
    this.byTopic.add(reader.topic, reader);
    this.byPrincipal.add(reader.principal, reader);
    if (reader.projectId !== undefined) this.byProject.add(reader.projectId, reader);
    open.inc();
  }

  private remove(reader: Reader): void {
    this.readers.delete(reader);
    this.byTopic.delete(reader.topic, reader);
    this.byPrincipal.delete(reader.principal, reader);
    if (reader.projectId !== undefined) this.byProject.delete(reader.projectId, reader);
    reader.leave();
    open.dec();
  }

  private deliver(entry: LogEntry): void {
    for (const id of [entry.userId, entry.projectId]) {
      for (const { stream } of this.byTopic.of(topicOf(id, entry.about))) stream.offer(entry);
    }
    // The team changed; when a project is archived, every member lost access.
    if (entry.about === 'project') this.check(this.byProject.of(entry.projectId));
  }

  private ping(): void {
    const checkedBefore = performance.now() - CHECK_MS;
    for (const { stream } of this.readers) stream.ping();
    this.check([...this.readers].filter(({ stream }) => stream.checkedAt < checkedBefore));
  }

  private mark(): void {
    for (const { stream } of this.readers) stream.mark();
  }

  /** Disconnects readers whose access ended; also when access cannot be checked. */
  private check(readers: Iterable<Reader>): void {
    for (const { stream, admitted } of readers) {
      stream.checkedAt = performance.now();
      void this.checks(() => this.admission.requireStill(admitted)).catch(() => {
        dropped.inc({ why: 'access' });
        stream.cut();
      });
    }
  }

  private endAll(): void {
    for (const { stream } of this.readers) stream.end();
  }
}

const noteSlow = () => dropped.inc({ why: 'slow' });

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Turns off buffering in nginx and compatible proxies.
  'x-accel-buffering': 'no',
  // An event is one write of bytes shared by all readers; chunked encoding would need four writes.
  connection: 'close',
};
