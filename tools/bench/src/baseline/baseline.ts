import { freePort, launch, untilReady } from '@questp/testing';
import { join } from 'node:path';
import type { Shot } from '../load/fire.js';
import { cpuOf } from '../load/cpu.js';
import type { Ids, Script } from '../recorded/script.js';

export interface BaselineProcess {
  /** Without a path. */
  url: string;
  cpu(): number;
  stop(): Promise<void>;
}

export interface Baseline extends BaselineProcess {
  /** Makes GET /sample answer this JSON. */
  show(sample: string): Promise<void>;
  /** Makes the requests of `replay` run this script. */
  learn(script: Script): Promise<void>;
}

/** Starts one of the programs beside this file. */
async function startProcess(program: string, env: NodeJS.ProcessEnv): Promise<BaselineProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = await launch({
    name: 'baseline',
    command: process.execPath,
    args: [join(import.meta.dirname, program)],
    env: { ...process.env, PORT: String(port), ...env },
  });
  await untilReady(started, () => answers(url), 30_000);
  return { url, cpu: () => cpuOf(started.pid), stop: () => started.stop() };
}

/** Starts raw Fastify with pg and sharp as its own process, on the files of this database and on this directory. */
export const startFilesBaseline = (databaseUrl: string, directory: string): Promise<BaselineProcess> =>
  startProcess('files.js', { DATABASE_URL: databaseUrl, FILES_DIR: directory });

/** Starts raw Fastify with pg as its own process, on the tables of one service in this database. */
export async function startBaseline(databaseUrl: string, schema: 'identity' | 'quests'): Promise<Baseline> {
  const started = await startProcess('main.js', { DATABASE_URL: databaseUrl, SCHEMA: schema });
  const put = async (path: string, body: string) => {
    const answer = await fetch(`${started.url}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (!answer.ok) throw new Error(`The baseline answered ${answer.status} to PUT ${path}`);
  };
  return {
    ...started,
    show: (sample) => put('/sample', sample),
    learn: (script) => put('/script', JSON.stringify(script)),
  };
}

/** The request that replays the learned script for these ids. */
export const replay = (ids: Ids): Shot => ({ path: `/replay?${new URLSearchParams(ids).toString()}` });

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).text();
    return true;
  } catch {
    return false;
  }
}
