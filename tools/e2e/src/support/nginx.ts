import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, launch, untilReady, workspaceRoot } from '@questp/testing';

export interface Nginx {
  /** Without a path. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx in front of a gateway with the configuration of docs/guides/operations.md, otherwise with its defaults.
 *
 * @param command its program
 */
export async function startNginx(command: string, gatewayUrl: string): Promise<Nginx> {
  const operations = await readFile(join(workspaceRoot, 'docs/guides/operations.md'), 'utf8');
  const [, locations] = /^```nginx\n(.*?)^```$/ms.exec(operations) ?? [];
  if (locations === undefined) throw new Error('docs/guides/operations.md has no configuration of nginx');
  const directory = await mkdtemp(join(tmpdir(), 'questp-nginx-'));
  const file = join(directory, 'nginx.conf');
  const port = await freePort();
  await writeFile(file, configuration(port, new URL(gatewayUrl).host, locations));
  const started = await launch({
    name: 'nginx',
    command,
    args: ['-p', directory, '-c', file, '-e', 'stderr'],
  });
  await untilReady(started, () => accepts(port), 10_000);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await started.stop();
      await rm(directory, { recursive: true });
    },
  };
}

/** A single process of the current user, with all its files in its own directory. */
const configuration = (port: number, gateway: string, locations: string) => `
daemon off;
master_process off;
pid nginx.pid;
events {}
http {
  access_log off;
  gzip on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  upstream gateway { server ${gateway}; }
  server {
    listen 127.0.0.1:${port};
    ${locations}
  }
}
`;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.end() !== undefined));
    socket.once('error', () => resolve(false));
  });
