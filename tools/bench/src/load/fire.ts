import autocannon from 'autocannon';
import type { Round } from './figures.js';

/** Requests that are in flight at the same time, one per connection. */
export const CONNECTIONS = 32;

export interface Shot {
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Without a path. */
  url: string;
  method: 'GET' | 'POST';
  shots: readonly Shot[];
  /** Each shot is sent at most once, and the round ends when all are sent. By default they are repeated. */
  once: boolean;
}

/** Sends requests for this many seconds over 32 connections. All are built before the first is sent. */
export async function fire({ url, method, shots, once }: Load, seconds: number): Promise<Round> {
  const milliseconds: number[] = [];
  const failures: Record<number, number> = {};
  const startedAt = performance.now();
  let firstAt: number | undefined;
  let lastAt = startedAt;
  let connection = 0;
  const options: autocannon.Options = {
    url,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    timeout: 30,
    sampleInt: 100,
    setupClient: (client) => {
      const own = shots.filter((_, index) => index % CONNECTIONS === connection);
      client.setRequests(own.length > 0 ? own : [...shots]);
      connection += 1;
    },
    ...(once ? { maxOverallRequests: shots.length } : {}),
  };
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(options, (error) => (error ? reject(error as Error) : resolve()));
    instance.on('response', (_client, status, _bytes, duration) => {
      lastAt = performance.now();
      firstAt ??= lastAt - duration;
      if (status >= 200 && status < 300) milliseconds.push(duration);
      else failures[status] = (failures[status] ?? 0) + 1;
    });
    instance.on('reqError', () => {
      failures[0] = (failures[0] ?? 0) + 1;
    });
  });
  return { seconds: (lastAt - (firstAt ?? startedAt)) / 1000, milliseconds, failures };
}
