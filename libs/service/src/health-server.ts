import { createServer, type Server } from 'node:http';
import { metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

const JSON_TYPE = 'application/json';

/** What the internal port answers, for docs/reference/containers.md. */
export const HEALTH_PATHS = {
  live: { path: '/health/live', answers: '200 while the process responds. Restart the container if it does not' },
  ready: {
    path: '/health/ready',
    answers:
      '200 if every check below passes, and 503 if not, while the service starts, and after SIGTERM. JSON names each check and its problem. Send requests only while it answers 200; do not restart on it',
  },
  metrics: { path: '/metrics', answers: 'the metrics in the text format of Prometheus' },
} as const;

/** The internal port. Never exposed to the public. */
export class HealthServer {
  private server: Server | undefined;

  constructor(private readonly readiness: Readiness) {}

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
    if (url === HEALTH_PATHS.live.path) return { status: 200, type: JSON_TYPE, body: '{"status":"live"}' };
    if (url === HEALTH_PATHS.metrics.path)
      return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
    if (url !== HEALTH_PATHS.ready.path) return { status: 404, type: JSON_TYPE, body: '{"status":"unknown path"}' };
    const report = await this.readiness.check();
    return { status: report.status === 'ready' ? 200 : 503, type: JSON_TYPE, body: JSON.stringify(report) };
  }
}
