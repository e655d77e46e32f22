import { freePort, launch, untilReady } from '@questp/testing';
import { join } from 'node:path';
import type { Shot } from '../load/fire.js';
import { cpuOf } from '../load/cpu.js';
import type { Ids, Script } from '../recorded/script.js';

export interface Baseline {
  /** Without a path. */
  url: string;
  /** From now on GET /sample answers this JSON. */
  show(sample: string): Promise<void>;
  /** From now on the shots of `replay` have the database do this. */
  learn(script: Script): Promise<void>;
  cpu(): number;
  stop(): Promise<void>;
}

/** Starts raw Fastify with pg as its own process, on the tables of one service in this database. */
export async function startBaseline(databaseUrl: string, schema: 'identity' | 'quests'): Promise<Baseline> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = await launch({
    name: 'baseline',
    command: process.execPath,
    args: [join(import.meta.dirname, 'main.js')],
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl, SCHEMA: schema },
  });
  await untilReady(started, () => answers(url), 30_000);
  const put = async (path: string, body: string) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (!answer.ok) throw new Error(`The baseline answered ${answer.status} to PUT ${path}`);
  };
  return {
    url,
    show: (sample) => put('/sample', sample),
    learn: (script) => put('/script', JSON.stringify(script)),
    cpu: () => cpuOf(started.pid),
    stop: () => started.stop(),
  };
}

/** The request that replays the learned script for these ids. */
export const replay = (ids: Ids): Shot => ({ path: `/replay?${new URLSearchParams(ids).toString()}` });

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/sample`);
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
