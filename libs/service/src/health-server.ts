import { createServer, type Server } from 'node:http';
import { metrics } from './metrics.js';

const CHECK_MS = 2_000;
const JSON_TYPE = 'application/json';

export type HealthCheck = () => Promise<boolean>;

/**
 * The internal port: /health/live (the process runs), /health/ready (every check passes within 2 s; JSON names each),
 * /metrics (Prometheus text). Never exposed to the public.
 */
export class HealthServer {
  private readonly checks = new Map<string, HealthCheck>();
  private server: Server | undefined;
  private started = false;
  private stopping = false;

  addCheck(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Readiness may turn true: requests are taken from now on. */
  markStarted(): void {
    this.started = true;
  }

  /** Readiness turns false, so that load balancers stop sending. */
  markStopping(): void {
    this.stopping = true;
  }

  async listen(host: string, port: number): Promise<void> {
    const server = createServer((request, response) => {
      void this.answer(request.url ?? '/')
        .catch(() => ({ status: 500, type: JSON_TYPE, body: '{"status":"failed"}' }))
        .then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body));
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  private async answer(url: string): Promise<{ status: number; type: string; body: string }> {
    if (url === '/health/live') return { status: 200, type: JSON_TYPE, body: '{"status":"live"}' };
    if (url === '/metrics') return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
    if (url !== '/health/ready') return { status: 404, type: JSON_TYPE, body: '{"status":"unknown path"}' };
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await passes(check)] as const),
    );
    const ready = this.started && !this.stopping && results.every(([, ok]) => ok);
    const status = ready ? 'ready' : this.stopping ? 'stopping' : this.started ? 'degraded' : 'starting';
    return {
      status: ready ? 200 : 503,
      type: JSON_TYPE,
      body: JSON.stringify({ status, checks: Object.fromEntries(results) }),
    };
  }
}

async function passes(check: HealthCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, CHECK_MS, false)));
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
