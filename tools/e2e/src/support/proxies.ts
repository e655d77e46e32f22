import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, launch, untilReady, workspaceRoot } from '@questp/testing';

export interface Proxy {
  /** Without a path. */
  url: string;
  stop(): Promise<void>;
}

interface ProxyProgram {
  /** Its configuration, made from the files of docker/proxy, in front of a gateway (host and port). */
  configuration: (port: number, gateway: string) => Promise<string>;
  args: (directory: string, file: string) => string[];
}

const fileOf = (name: string) => readFile(join(workspaceRoot, 'docker/proxy', name), 'utf8');

/** The text with replacements, each of which has to be found. */
const replaced = (text: string, replacements: [found: string | RegExp, by: string][]): string =>
  replacements.reduce((before, [found, by]) => {
    const after = before.replace(found, by);
    if (after === before) throw new Error(`The configuration does not have ${found.toString()}`);
    return after;
  }, text);

/** Without TLS, which these tests do not cover. */
export const PROXIES: Readonly<Record<string, ProxyProgram>> = {
  // A single process of the current user, with all its files in its own directory.
  nginx: {
    configuration: async (port, gateway) => `
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
    ${await fileOf('gateway.conf')}
  }
}
`,
    args: (directory, file) => ['-p', directory, '-c', file, '-e', 'stderr'],
  },
  haproxy: {
    configuration: async (port, gateway) =>
      replaced(await fileOf('haproxy.cfg'), [
        [/maxconn \d+/, 'maxconn 100'],
        [/bind :443 .*/, `bind 127.0.0.1:${port}`],
        [/ {2}bind :80\n.*redirect.*\n/, ''],
        ['127.0.0.1:3000', gateway],
      ]),
    args: (_, file) => ['-db', '-f', file],
  },
};

/** @param name of PROXIES; `command` is its program */
export async function startProxy(name: string, command: string, gatewayUrl: string): Promise<Proxy> {
  const program = PROXIES[name];
  if (program === undefined) throw new Error(`There is no configuration of ${name}`);
  const directory = await mkdtemp(join(tmpdir(), `questp-${name}-`));
  const file = join(directory, `${name}.conf`);
  const port = await freePort();
  await writeFile(file, await program.configuration(port, new URL(gatewayUrl).host));
  const started = await launch({ name, command, args: program.args(directory, file) });
  await untilReady(started, () => accepts(port), 10_000);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await started.stop();
      await rm(directory, { recursive: true });
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.end() !== undefined));
    socket.once('error', () => resolve(false));
  });
