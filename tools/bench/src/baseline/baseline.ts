import { freePort, launch, untilReady } from '@questp/testing';
import { join } from 'node:path';
import { cpuOf } from '../load/cpu.js';

export interface Baseline {
  /** Without a path. */
  url: string;
  cpu(): number;
  stop(): Promise<void>;
}

/** Starts raw Fastify with pg as its own process, on this database. */
export async function startBaseline(databaseUrl: string): Promise<Baseline> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = await launch({
    name: 'baseline',
    command: process.execPath,
    args: [join(import.meta.dirname, 'main.js')],
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl },
  });
  await untilReady(started, () => answers(url), 30_000);
  return { url, cpu: () => cpuOf(started.pid), stop: () => started.stop() };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/sample`);
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
