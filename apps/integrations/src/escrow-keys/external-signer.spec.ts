import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addressOf } from '@questp/chains';
import { encodeTicket, verifyTicket } from '@questp/escrow-client';
import {
  getCredential,
  readEscrowPublicKey,
  setCredential,
  signWithEscrowKey,
  testCredential,
  type EscrowKey,
} from '@questp/messages/integrations';
import type { AppError } from '@questp/messages/language';
import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { sql } from '@questp/postgres';
import { putChain, startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';
import { ESCROW_CHAIN, OWNER, SIGNED_TICKET } from '../testing/escrow-chain.fixture.js';
import { execute, fee, signDocOf } from '../testing/sign-doc.fixture.js';

const REFERENCE = join(import.meta.dirname, '../testing/reference-signer.fixture.mjs');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const adminId = `svcadmin_${'d'.repeat(32)}`;
const { chainId } = ESCROW_CHAIN;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

interface Signer {
  process: ChildProcess;
  url: string;
  publicKey: string;
}

/** The reference signer, in a process of its own. */
async function startSigner(role: EscrowKey, mnemonic: string): Promise<Signer> {
  const SIGNER = JSON.stringify({ mnemonic, secret: SECRET, role, chains: [chainId] });
  const env = { ...process.env, NODE_OPTIONS: '', SIGNER };
  const child = spawn(process.execPath, [REFERENCE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { port, publicKey } = JSON.parse(line.toString()) as { port: number; publicKey: string };
  return { process: child, url: `http://127.0.0.1:${port}/sign`, publicKey };
}

describe('an external signer', () => {
  let service: TestService<object>;
  let tickets: Signer;
  let operator: Signer;
  /** Between integrations and the signer of the operator: what was asked, and how a test answers instead. */
  let proxy: Server;
  let asked: { headers: IncomingMessage['headers']; body: string }[];
  let instead: ((response: ServerResponse) => void) | undefined;

  const set = (provider: EscrowKey, fields: Record<string, string | null>) =>
    service.call(setCredential, { provider, fields, adminId });
  const sign = (provider: EscrowKey, bytes: Uint8Array) =>
    service.call(signWithEscrowKey, { provider, chainId, bytes: base64(bytes) });
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );
  const transaction = (change: object = {}) => {
    const key = Buffer.from(operator.publicKey, 'base64');
    return signDocOf(key, [execute(addressOf(ESCROW_CHAIN, key))], change);
  };
  const answering = (status: number, body = '', headers: Record<string, string> = {}) => {
    instead = (response) => response.writeHead(status, headers).end(body);
  };

  beforeAll(async () => {
    const env = { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1'), EGRESS_NETWORKS: '127.0.0.1/32' };
    [service, tickets, operator] = await Promise.all([
      startTestService(integrations, { env }),
      startSigner('escrow_ticket', 'legal winner thank year wave sausage worth useful legal winner thank yellow'),
      startSigner('escrow_operator', 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'),
    ]);
    proxy = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const body = Buffer.concat(chunks).toString();
        asked.push({ headers: request.headers, body });
        if (instead) return instead(response);
        const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-'));
        const answer = await fetch(operator.url, {
          method: 'POST',
          headers: Object.fromEntries(headers) as Record<string, string>,
          body,
        });
        response.writeHead(answer.status).end(await answer.text());
      })();
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { bech32Prefix, gasPrices, escrow } = ESCROW_CHAIN;
    await putChain(service, chainId, { bech32Prefix, gasPrices, escrow });
    await service.call(setCredentialOperatorAccess, { adminId, role: 'super_admin', version: 1, status: 'active' });
    const ofProxy = { ...operator, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/sign` };
    for (const [provider, { url, publicKey }] of [
      ['escrow_ticket', tickets],
      ['escrow_operator', ofProxy],
    ] as const) {
      await set(provider, { signerUrl: url, signerPublicKey: publicKey, signerSecret: SECRET });
    }
  }, 60_000);
  afterAll(async () => {
    for (const { process } of [tickets, operator]) process.kill();
    proxy.closeAllConnections();
    proxy.close();
    await service.stop();
  });
  beforeEach(() => {
    asked = [];
    instead = undefined;
  });

  it('signs tickets as the factory verifies them', async () => {
    const at = (days: number) => `${Date.now() + days * 86_400_000}000000`;
    const bytes = encodeTicket({ ...SIGNED_TICKET, starts_at: at(-1), ends_at: at(1), expires_at: at(0.04) });
    const { signature, publicKey } = await sign('escrow_ticket', bytes);
    expect(publicKey).toBe(tickets.publicKey);
    expect(verifyTicket({ ticket: base64(bytes), signature }, Buffer.from(publicKey, 'base64'))).toBe(true);
    expect(await service.call(readEscrowPublicKey, { provider: 'escrow_ticket' })).toEqual({ publicKey });
  });

  it('receives signed requests for transactions', async () => {
    const bytes = transaction();
    expect(await sign('escrow_operator', bytes)).toMatchObject({ publicKey: operator.publicKey });
    expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        ...{ role: 'escrow_operator', kind: 'transaction', chainId },
        ...{ publicKey: operator.publicKey, signBytes: base64(bytes) },
      },
    ]);
    expect(JSON.stringify(asked)).not.toContain(SECRET.slice(6));
  });

  it.each([
    ['a transaction of another account', () => signDocOf(Buffer.from(operator.publicKey, 'base64'), [execute(OWNER)])],
    ['a fee beyond the price', () => transaction({ auth: { fee: fee('1250001') } })],
    ['garbage', () => Buffer.from('garbage')],
  ])('receives no request for %s', async (_, bytes) => {
    expect(await refusal(sign('escrow_operator', bytes()))).toMatchObject({ code: 'SIGNING_REFUSED' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['no JSON', () => answering(200, 'signature')],
    ['no signature', () => answering(200, '{}')],
    ['a number', () => answering(200, '{"signature":1}')],
    ['null', () => answering(200, 'null')],
    ['a short signature', () => answering(200, JSON.stringify({ signature: base64(new Uint8Array(63)) }))],
    ['zeros', () => answering(200, JSON.stringify({ signature: base64(new Uint8Array(64)) }))],
    ['a refusal', () => answering(403)],
    ['a redirect', () => answering(307, '', { location: tickets.url })],
  ])('an external signer is refused if it answers %s, and no fee is counted', async (_, answer) => {
    await service.db.execute(sql`DELETE FROM escrow_fee`);
    answer();
    expect(await refusal(sign('escrow_operator', transaction()))).toMatchObject({ code: 'SIGNING_REFUSED' });
    expect(await service.db.rows(sql`SELECT FROM escrow_fee`)).toEqual([]);
  });

  it('an external signer is refused if it signs other bytes or with high S', async () => {
    const { signature: other } = await sign('escrow_operator', transaction({ body: { memo: 'other' } }));
    answering(200, JSON.stringify({ signature: other }));
    expect(await refusal(sign('escrow_operator', transaction()))).toMatchObject({ code: 'SIGNING_REFUSED' });
    instead = undefined;
    const { signature } = await sign('escrow_operator', transaction());
    const low = Buffer.from(signature, 'base64');
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = order - BigInt(`0x${low.subarray(32).toString('hex')}`);
    const malleated = Buffer.concat([low.subarray(0, 32), Buffer.from(high.toString(16).padStart(64, '0'), 'hex')]);
    answering(200, JSON.stringify({ signature: base64(malleated) }));
    expect(await refusal(sign('escrow_operator', transaction()))).toMatchObject({ code: 'SIGNING_REFUSED' });
  });

  it.each([
    ['fails', () => answering(500)],
    ['is overloaded', () => answering(429)],
    ['answers a megabyte', () => answering(200, ' '.repeat(1_000_000))],
    ['does not answer in time', () => (instead = () => undefined)],
  ])('an external signer can be called again after it %s', async (_, answer) => {
    answer();
    const error = await refusal(sign('escrow_operator', transaction()));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(JSON.stringify([error?.message, error?.details])).not.toContain(SECRET.slice(6));
    instead = undefined;
    await sign('escrow_operator', transaction());
  });

  it('refuses requests without a signature of the platform, and requests for another role or chain', async () => {
    const ask = async (url: string, body: string, headers: Record<string, string> = {}) =>
      (await fetch(url, { method: 'POST', headers, body })).status;
    await sign('escrow_operator', transaction());
    const [{ headers, body } = { headers: {}, body: '' }] = asked;
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    expect(await ask(operator.url, body)).toBe(401);
    expect(await ask(operator.url, body, { ...signed, 'webhook-signature': 'v1,AAAA' })).toBe(401);
    expect(await ask(operator.url, `${body} `, signed)).toBe(401);
    expect(await ask(operator.url, body, { ...signed, 'webhook-timestamp': '1700000000' })).toBe(401);
    // The signer of another role has the same secret here.
    expect(await ask(tickets.url, body, signed)).toBe(403);
    expect(await ask(operator.url, body, signed)).toBe(200);
  });

  it('an external signer is tested with a text that is not a transaction, and its key is shown', async () => {
    // The chain has no node by which to read the balance.
    expect(await service.call(testCredential, { provider: 'escrow_operator' })).toMatchObject({
      detail: `${chainId} has no node; set its restUrls.`,
    });
    expect(JSON.parse(asked[0]?.body ?? '{}')).toMatchObject({ kind: 'test', chainId: null });
    const shown = await service.call(getCredential, { provider: 'escrow_operator' });
    expect(shown.publicKey).toBe(operator.publicKey);
    expect(shown.addresses.length).toBeGreaterThan(0);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });
});
