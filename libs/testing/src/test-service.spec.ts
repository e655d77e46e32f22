import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from './test-service.js';
import { waitFor } from './wait-for.js';

const MAIN = `
const { createServer } = require('node:http');
console.log('started with', process.env.COLOUR);
const answer = (request, response) => response.writeHead(request.url === '/health/ready' ? 200 : 404).end('{}');
createServer(answer).listen(Number(process.env.HEALTH_PORT), process.env.INTERNAL_HOST);
`;

describe('startService', () => {
  let directory: string;
  let main: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'questp-service-'));
    main = join(directory, 'main.cjs');
    await writeFile(main, MAIN);
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('comes back after a kill on the same ports with a changed environment, and keeps the logs of both', async () => {
    const service = await startService('painter', { COLOUR: 'red' }, { main });
    const { pid, healthUrl } = service;
    await service.kill();
    await expect(fetch(`${healthUrl}/health/ready`)).rejects.toThrow();
    await service.restart({ COLOUR: 'blue' });
    expect(service.pid).not.toBe(pid);
    expect((await fetch(`${service.healthUrl}/health/ready`)).status).toBe(200);
    await waitFor(() => /started with red[\s\S]*started with blue/.test(service.logs()), { what: 'the log of both' });
    await service.stop();
  });

  it('says which service is not built', async () => {
    await expect(startService('nobody')).rejects.toThrow('nobody is not built');
  });
});
