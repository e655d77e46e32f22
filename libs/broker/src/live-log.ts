import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { API_OF_SERVICES, isMissing, LIVE_STREAM } from './streams.js';

/** Maximum entries and bytes per read. */
const BATCH = 200;
const BATCH_BYTES = 256 * 1024;
const READ_MS = 5_000;
/** Subject for reading entries without a consumer (ADR-31), */
const READ = `${API_OF_SERVICES}.DIRECT.GET.${LIVE_STREAM}`;
/** and the statuses for the end of a batch and for no entries. */
const END_CODES = new Set([204, 404]);

export interface LiveLogState {
  /** Identifies this log: a recreated one counts from 1 again. */
  epoch: string;
  /** Sequence number of the last entry. */
  last: number;
  /** Sequence number of the oldest entry. */
  first: number;
  /** The broker's time of the answer. */
  ts?: string;
}

/** An entry as it is stored. */
export interface StoredEntry {
  seq: number;
  /** `log.<user>.<project>.<two words of a type>` */
  subject: string;
  /** The event's envelope as JSON. */
  data: Uint8Array;
}

/** @throws Error with a sentence if there is no log */
export async function readLiveLogState(manager: JetStreamManager): Promise<LiveLogState> {
  const { created, state, ts } = await manager.streams.info(LIVE_STREAM).catch((error: unknown) => {
    throw isMissing(error) ? new Error('The broker has no log of live events: run prepare-broker') : error;
  });
  return { epoch: Date.parse(created).toString(36), last: state.last_seq, first: state.first_seq, ...(ts && { ts }) };
}

/** The JetStream API that services may use. */
export const liveLogManager = (connection: NatsConnection): Promise<JetStreamManager> =>
  jetstreamManager(connection, { apiPrefix: API_OF_SERVICES, checkAPI: false });

/**
 * One batch of the entries from `from` on with a matching subject, and the position of the next; undefined at the end.
 * Requested directly: the reader of the NATS client leaves a subscription behind each time.
 */
export async function readLiveLog(
  connection: NatsConnection,
  from: number,
  subjects: string,
): Promise<{ entries: StoredEntry[]; next: number | undefined }> {
  const wanted = JSON.stringify({ seq: from, next_by_subj: subjects, batch: BATCH, max_bytes: BATCH_BYTES });
  const waiting = { strategy: 'sentinel', maxWait: READ_MS, noMux: true } as const;
  const entries: StoredEntry[] = [];
  let next: number | undefined;
  for await (const { headers, data } of await connection.requestMany(READ, wanted, waiting)) {
    if (headers === undefined) throw new Error('The log was answered for without headers');
    if (END_CODES.has(headers.code)) return { entries, next };
    if (headers.code !== 0) throw new Error(`The log cannot be read: ${headers.code} ${headers.description}`);
    const seq = Number(headers.get('Nats-Sequence'));
    entries.push({ seq, subject: headers.get('Nats-Subject'), data });
    next = headers.get('Nats-Num-Pending') === '0' ? undefined : seq + 1;
  }
  throw new Error(`The log was not read within ${READ_MS} ms`);
}
