import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { freePort } from './free-port.js';
import type { ManagedProcess } from './managed-process.js';
import { launchNatsServer } from './nats-server.js';
import { workspaceRoot } from './services.js';
import { testEnvironment } from './test-environment.js';

const run = promisify(execFile);

/** DNS name of a certificate. */
const DNS = 2;

/** In a separate process, because Node.js reads its certificate authorities once. */
const CONNECT = `
  const { connectBriefly } = await import('@questp/broker');
  const connection = await connectBriefly(process.env.NATS_URL, 'notifier');
  await connection.flush();
  await connection.close();`;

describe('NATS_URL with tls://', () => {
  let directory: string;
  let server: ManagedProcess;
  let port: number;

  const file = (name: string) => join(directory, name);
  async function startServer(configuration: string): Promise<void> {
    port = await freePort();
    await writeFile(file('server.conf'), configuration);
    server = await launchNatsServer({
      binary: testEnvironment('TEST_NATS_SERVER'),
      port,
      storeDirectory: file('store'),
      configFile: file('server.conf'),
    });
  }
  const connectTo = (scheme: string, authorities?: string) =>
    run(process.execPath, ['--input-type=module', '-e', CONNECT], {
      cwd: join(workspaceRoot, 'libs/testing'),
      env: {
        PATH: process.env['PATH'],
        NATS_URL: `${scheme}://localhost:${port}`,
        ...(authorities === undefined ? {} : { NODE_EXTRA_CA_CERTS: authorities }),
      },
    });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'questp-tls-'));
    const extensions = [
      { name: 'basicConstraints' as const, cA: true },
      { name: 'subjectAltName' as const, altNames: [{ type: DNS as 2, value: 'localhost' }] },
    ];
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { extensions });
    await writeFile(file('certificate.pem'), cert);
    await writeFile(file('key.pem'), key);
  });
  afterEach(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const encrypted = () => `tls: { cert_file: "${file('certificate.pem')}", key_file: "${file('key.pem')}" }\n`;

  it('takes a server whose authority Node knows, and no other', async () => {
    await startServer(encrypted());
    await connectTo('tls', file('certificate.pem'));
    await expect(connectTo('tls')).rejects.toThrow(/self-signed certificate/);
  });

  it('is not talked out of encryption by a server that has none', async () => {
    await startServer('');
    await connectTo('nats');
    await expect(connectTo('tls', file('certificate.pem'))).rejects.toThrow(/tls/i);
  });
});
