import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Round } from './figures.js';
import type { Load, Shot } from './fire.js';

const TIMEOUT_MS = 30_000;

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered. Latency counts from the moment a request
 * was due, so that it includes waiting for slow ones. Resolves when all are answered.
 */
export async function pace({ url, method, shots }: Load, perSecond: number, seconds: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true });
  const milliseconds: number[] = [];
  const failures: Record<number, number> = {};
  const startedAt = performance.now();
  const dueAt = (index: number) => startedAt + (index * 1000) / perSecond;
  const total = Math.round(perSecond * seconds);
  const waiting: Promise<void>[] = [];
  const fire = async (shot: Shot, due: number) => {
    const status = await statusOf(new URL(shot.path, url), { method, headers: shot.headers ?? {}, agent });
    if (status >= 200 && status < 300) milliseconds.push(performance.now() - due);
    else failures[status] = (failures[status] ?? 0) + 1;
  };
  for (let index = 0; index < total; index += 1) {
    const due = dueAt(index);
    if (due > performance.now()) await sleep(due - performance.now());
    waiting.push(fire(shots[index % shots.length] as Shot, due));
  }
  await Promise.all(waiting);
  agent.destroy();
  return { seconds: (performance.now() - startedAt) / 1000, milliseconds, failures };
}

/** The status of the answer; 0 on a timeout. */
const statusOf = (url: URL, options: { method: string; headers: Record<string, string>; agent: Agent }) =>
  new Promise<number>((resolve) => {
    const sent = request(url, { ...options, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    sent.end();
  });
