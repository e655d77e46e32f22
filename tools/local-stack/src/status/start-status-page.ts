import { createServer } from 'node:http';
import type { Stack } from '../processes/stack-file.js';
import { signIn } from '../operator/settle-admin.js';
import { statusPage, type IntegrationStatus, type ServiceStatus } from './status-page.js';

const TIMEOUT_MS = 6_000;

/** Serves a page with the health of the services and integrations, to this machine alone. */
export async function startStatusPage(
  port: number,
  { apiUrl, admin, services, chain }: Pick<Stack, 'apiUrl' | 'admin' | 'services' | 'chain'>,
): Promise<{ stop: () => Promise<void> }> {
  let token: string | null = null;

  const integrations = async (): Promise<IntegrationStatus[] | string> => {
    const ask = async () =>
      fetch(`${apiUrl}/admin/integrations/health`, {
        headers: {
          authorization: `Bearer ${(token ??= (await signIn(apiUrl, admin.email, admin.password))?.token ?? null)}`,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    const first = await ask();
    if (first.status === 401) token = null;
    const response = first.status === 401 ? await ask() : first;
    if (response.ok) return ((await response.json()) as { items: IntegrationStatus[] }).items;
    return `The API answers ${response.status}; the password of the administrator may have been changed.`;
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/') return void response.writeHead(404).end();
    return void Promise.all([
      Promise.all(services.map(statusOf)),
      integrations().catch((error: Error) => `The API does not answer: ${error.message}`),
    ]).then(([all, checked]) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(statusPage(all, checked, chain)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function statusOf({ name, healthUrl }: Stack['services'][number]): Promise<ServiceStatus> {
  try {
    const response = await fetch(`${healthUrl}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, checks } = (await response.json()) as { status: string; checks: Record<string, string> };
    const failed = Object.entries(checks).filter(([, result]) => result !== 'ok');
    return { name, status, detail: failed.map(([check, reason]) => `${check}: ${reason}`).join('; ') };
  } catch (error) {
    return { name, status: 'silent', detail: (error as Error).message };
  }
}
