// An external signer as docs/guides/external-signer.md describes it. It prints its port and its public key.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { SignDoc } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { Webhook } from 'standardwebhooks';

const { mnemonic, secret, role, chains } = JSON.parse(process.env.SIGNER);
const key = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/44'/118'/0'/0/0");
const publicKey = Buffer.from(key.publicKey).toString('base64');
const webhook = new Webhook(secret);
const MAX_BYTES = 1_000_000;

/** The chain that the bytes name, whatever the request says. */
const CHAIN_OF = {
  ticket: (bytes) => JSON.parse(bytes.toString()).chain_id,
  transaction: (bytes) => SignDoc.decode(bytes).chainId,
};

function isAllowed({ kind, ...request }, bytes) {
  if (request.role !== role || request.publicKey !== publicKey) return false;
  if (kind === 'test') return bytes.toString().startsWith('questp signer test ');
  if (kind !== (role === 'escrow_ticket' ? 'ticket' : 'transaction')) return false;
  return chains.includes(request.chainId) && CHAIN_OF[kind](bytes) === request.chainId;
}

async function answer(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return [413];
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString();
  let asked;
  try {
    asked = webhook.verify(body, request.headers);
  } catch {
    return [401];
  }
  const bytes = Buffer.from(asked.signBytes, 'base64');
  if (!isAllowed(asked, bytes)) return [403];
  const signature = key.sign(createHash('sha256').update(bytes).digest());
  return [200, JSON.stringify({ signature: Buffer.from(signature).toString('base64') })];
}

const server = createServer((request, response) => {
  answer(request).then(
    ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    () => response.writeHead(400).end(),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port, publicKey })}\n`);
});
