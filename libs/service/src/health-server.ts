import { createServer, type Server } from 'node:http';
import { metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

const JSON_TYPE = 'application/json';

/**
 * The internal port: /health/live (the process runs), /health/ready (the checks of now; JSON says what is wrong),
 * /metrics (Prometheus text). Never exposed to the public.
 */
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
    if (url === '/health/live') return { status: 200, type: JSON_TYPE, body: '{"status":"live"}' };
    if (url === '/metrics') return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
    if (url !== '/health/ready') return { status: 404, type: JSON_TYPE, body: '{"status":"unknown path"}' };
    const report = await this.readiness.check();
    return { status: report.status === 'ready' ? 200 : 503, type: JSON_TYPE, body: JSON.stringify(report) };
  }
}
