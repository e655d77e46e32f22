import { existsSync } from 'node:fs';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '@questp/manifest';
import { freePort } from './free-port.js';
import { launch, untilReady } from './managed-process.js';
import { inheritedEnvironment, isReady, mainOf } from './services.js';

export interface TestService {
  readonly name: string;
  /** Changes with `restart`. */
  readonly pid: number;
  /** The value of PORT, for a service with a public port. */
  readonly url: string;
  /** URL with /health/live, /health/ready and /metrics. */
  readonly healthUrl: string;
  /** Sends a signal (SIGKILL by default); resolves when the process has ended, or at once for SIGSTOP and SIGCONT. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** SIGTERM, then SIGKILL after 10 s. */
  stop(): Promise<void>;
  /** Stops the process if it runs and starts it on the same ports, with `env` merged; resolves when ready. */
  restart(env?: NodeJS.ProcessEnv): Promise<void>;
  /** True if the process runs and reports ready. */
  isReady(): Promise<boolean>;
  /** Resolves when the process has ended for any reason. */
  exited(): Promise<void>;
  /** The last 500 lines of output of all starts. */
  logs(): string;
}

/**
 * Starts a service as a separate process and waits until it is ready. `env` overrides the inherited environment; PORT
 * and HEALTH_PORT are free ports by default. `main` replaces the bundle.
 */
export async function startService(
  name: string,
  env: NodeJS.ProcessEnv = {},
  { main = mainOf(name) }: { main?: string } = {},
): Promise<TestService> {
  if (!existsSync(main)) throw new Error(`${name} is not built: npm run build`);
  const port = Number(env['PORT'] ?? (await freePort()));
  const healthPort = Number(env['HEALTH_PORT'] ?? (await freePort()));
  let variables: NodeJS.ProcessEnv = {
    ...inheritedEnvironment(),
    ...NODE_ENVIRONMENT,
    HOST: '127.0.0.1',
    INTERNAL_HOST: '127.0.0.1',
    ...env,
    PORT: String(port),
    HEALTH_PORT: String(healthPort),
  };
  let earlierLogs = '';
  const start = async () => {
    const started = await launch({
      name,
      command: process.execPath,
      args: [...NODE_FLAGS, main],
      env: variables,
    });
    try {
      await untilReady(started, () => isReady(healthPort), 120_000);
    } catch (error) {
      await started.stop(0);
      throw error;
    }
    return started;
  };
  let current = await start();
  return {
    name,
    get pid() {
      return current.pid;
    },
    url: `http://127.0.0.1:${port}`,
    healthUrl: `http://127.0.0.1:${healthPort}`,
    kill: async (signal = 'SIGKILL') => {
      current.signal(signal);
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await current.exited();
    },
    stop: () => current.stop(),
    restart: async (changed = {}) => {
      await current.stop();
      earlierLogs += `${current.logs()}\n`;
      variables = { ...variables, ...changed };
      current = await start();
    },
    isReady: () => isReady(healthPort),
    exited: async () => {
      await current.exited();
    },
    logs: () => earlierLogs + current.logs(),
  };
}
