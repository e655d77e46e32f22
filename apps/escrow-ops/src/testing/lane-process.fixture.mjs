// Works on a lane until there is nothing more to send, as a process that a test can kill. It runs the built service.
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@questp/postgres';
import { HoldsRepository } from '../../dist/chain/lane/holds.repository.js';
import { LanesRepository } from '../../dist/chain/lane/lanes.repository.js';
import { SignedTransactionsRepository } from '../../dist/chain/lane/signed-transactions.repository.js';
import { SignerLane } from '../../dist/chain/lane/signer-lane.js';

const { databaseUrl, chainUrl, goal, chain, message } = JSON.parse(process.argv[2]);

async function ask(method, body = '') {
  const response = await fetch(`${chainUrl}/${method}`, { method: 'POST', body });
  if (!response.ok) throw new Error('no node answers');
  const revive = (_, value) => (value?.bigint === undefined ? value : BigInt(value.bigint));
  return JSON.parse(await response.text(), revive).result;
}
const node = {
  resets: () => ask('resets'),
  height: () => ask('height'),
  account: () => ask('account'),
  balance: () => ask('balance'),
  simulate: (bytes) => ask('simulate', bytes),
  broadcast: (bytes) => ask('broadcast', bytes),
  find: (hash) => ask('find', hash),
};
const signer = {
  // The generator of the curve: any public key.
  publicKey: () =>
    Promise.resolve(Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')),
  sign: () => Promise.resolve(new Uint8Array(64).fill(1)),
};
const next = async () => {
  const counter = Number(await (await fetch(`${chainUrl}/counter`)).text());
  return counter < goal ? message : undefined;
};

const db = new Database(databaseUrl, { schema: 'escrow', poolSize: 2 });
const lane = new SignerLane(
  db,
  new LanesRepository(db),
  new SignedTransactionsRepository(db, new HoldsRepository(db)),
  signer,
);
for (;;) {
  const { state } = await lane.step({ chain, key: 'escrow_operator', node, next });
  if (state === 'nothing') break;
  if (state !== 'decided') await sleep(20);
}
await db.onApplicationShutdown();
