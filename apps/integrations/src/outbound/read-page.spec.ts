import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readPage } from '@questp/messages/integrations';
import { newId } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';

const CODE = '4f9b2ca7d01e8856';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** By path. */
const PAGES: Record<string, RequestListener> = {
  '/with': (_, response) => response.writeHead(200, HTML).end(`<p>Mine: ${CODE.toUpperCase()}</p>`),
  '/without': (_, response) => response.writeHead(200, HTML).end('<p>A post.</p>'),
  '/moved': (_, response) => response.writeHead(302, { location: '/with' }).end(),
  '/elsewhere': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/gone': (_, response) => response.writeHead(404, HTML).end(CODE),
  '/file': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(CODE),
  '/huge': (_, response) => response.writeHead(200, HTML).end(Buffer.alloc(2 * 1024 * 1024, CODE)),
  '/broken': (_, response) => response.destroy(),
};

describe('a page that an earner handed in', () => {
  let service: TestService<unknown>;
  let guarded: TestService<unknown>;
  let origin: string;
  const server = createServer((request, response) => PAGES[request.url ?? '']?.(request, response));

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1') };
    service = await startTestService(integrations, { env: { ...env, PROJECT_EGRESS_NETWORKS: '127.0.0.1/32' } });
    guarded = await startTestService(integrations, { env });
  });
  afterAll(async () => {
    await Promise.all([service?.stop(), guarded?.stop()]);
    server.closeAllConnections();
    server.close();
  });

  const read = (url: string, from = service) => from.call(readPage, { questId: newId(), url, text: CODE });

  it.each([
    ['/with', 'page', 200, true],
    ['/moved', 'page', 200, true],
    ['/without', 'page', 200, false],
    ['/elsewhere', 'other', 302, false],
    ['/gone', 'other', 404, false],
    ['/file', 'other', 200, false],
    ['/huge', 'unreachable', null, false],
    ['/broken', 'unreachable', null, false],
  ])('at %s is %s', async (path, outcome, status, hasText) => {
    expect(await read(origin + path)).toEqual({ outcome, status, hasText });
  });

  it.each([
    'http://169.254.169.254/latest',
    'https://localhost/',
    'https://10.0.0.1/',
    'ftp://example.org/',
    'nonsense',
  ])('is not read at %s, which is not public', async (url) => {
    expect(await read(url, guarded)).toEqual({ outcome: 'not_allowed', status: null, hasText: false });
  });
});
