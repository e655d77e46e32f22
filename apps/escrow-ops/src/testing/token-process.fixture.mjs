// Sends tokens on a real chain, one by one, until the recipient has enough, as a process that a test can kill. It runs
// the built service.
import { setTimeout as sleep } from 'node:timers/promises';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Egress } from '@questp/egress';
import { Database } from '@questp/postgres';
import { AgreedReads } from '../../dist/chain/nodes/agreed-reads.js';
import { ChainHeads } from '../../dist/chain/nodes/chain-heads.js';
import { ChainHeadsRepository } from '../../dist/chain/nodes/chain-heads.repository.js';
import { ChainNodes } from '../../dist/chain/nodes/chain-nodes.js';
import { NoAgreement, NodeAnswers } from '../../dist/chain/nodes/node-answers.js';
import { LaneNodes } from '../../dist/chain/lane/lane-nodes.js';
import { HoldsRepository } from '../../dist/chain/lane/holds.repository.js';
import { LanesRepository } from '../../dist/chain/lane/lanes.repository.js';
import { SignedTransactionsRepository } from '../../dist/chain/lane/signed-transactions.repository.js';
import { SignerLane } from '../../dist/chain/lane/signer-lane.js';

const { databaseUrl, privateKey, chain, message, recipient, goal } = JSON.parse(process.argv[2]);
const key = Buffer.from(privateKey, 'hex');
const config = { CHAIN_NODE_TIMEOUT_MS: 5_000, CHAIN_NODE_BEHIND_SECONDS: 60 };

const db = new Database(databaseUrl, { schema: 'escrow', poolSize: 2 });
const answers = new NodeAnswers({ report: () => Promise.resolve() });
const nodes = new ChainNodes(new Egress({}), config);
const heads = new ChainHeads(nodes, new ChainHeadsRepository(db), answers, config);
const node = new LaneNodes(new AgreedReads(heads, answers), heads, nodes, answers).of(chain);
const signer = {
  publicKey: () => Promise.resolve(secp256k1.getPublicKey(key)),
  sign: (_chainId, _key, bytes) => Promise.resolve(secp256k1.sign(bytes, key)),
};
const [token] = nodes.of(chain);
const next = async () => {
  const { height } = (await heads.get(chain)).head;
  const { balance } = await token.smart(message.contract, { balance: { address: recipient } }, height);
  return Number(balance) < goal ? message : undefined;
};

const lane = new SignerLane(
  db,
  new LanesRepository(db),
  new SignedTransactionsRepository(db, new HoldsRepository(db)),
  signer,
);
for (;;) {
  const state = await lane.step({ chain, key: 'escrow_operator', node, next }).then(
    (step) => step.state,
    (error) => {
      if (!(error instanceof NoAgreement)) throw error;
      return 'waits';
    },
  );
  if (state === 'nothing') break;
  await sleep(100);
}
await db.onApplicationShutdown();
