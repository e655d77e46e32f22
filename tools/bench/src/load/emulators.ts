import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cpuOf } from './cpu.js';

/** The platform's public address in benchmarks. Nothing listens there: browsers and platforms are played. */
export const PUBLIC_URL = 'http://127.0.0.1:9';

export interface EmulatorsProcess {
  url: string;
  /** By which the platform uses them. */
  environment: Record<string, string>;
  cpu(): number;
  stop(): Promise<void>;
}

/** @param providers at which people sign in or link accounts */
export async function startEmulators(providers: readonly string[]): Promise<EmulatorsProcess> {
  const child = fork(join(import.meta.dirname, 'emulators-main.js'));
  child.send(Object.fromEntries(providers.map((name) => [name, [`${PUBLIC_URL}/v1/auth/oauth/callback/${name}`]])));
  const [{ url, environment }] = (await once(child, 'message')) as [Pick<EmulatorsProcess, 'url' | 'environment'>];
  return {
    url,
    environment: { ...environment, PUBLIC_URL },
    cpu: () => cpuOf(child.pid ?? 0),
    stop: async () => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
