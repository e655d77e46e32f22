import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { newWallet, type Proof, type Wallet } from '@questp/players';
import { bech32 } from '@scure/base';

/** Order of the curve (SEC 2, 2.4.1). */
const N = secp256k1.Point.Fn.ORDER;

type Challenge = { nonce: string; message: string };
type WrongProof = (wallet: Wallet, challenge: Challenge) => Proof;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const scalar = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

/** The sign doc of ADR-036, with members replaced; keys are sorted as amino JSON wants. */
function signBytes(signer: string, message: string, replaced: Record<string, unknown> = {}): Uint8Array {
  const msgs = [{ type: 'sign/MsgSignData', value: { data: Buffer.from(message).toString('base64'), signer } }];
  const document: Record<string, unknown> = {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs,
    sequence: '0',
    ...replaced,
  };
  return Buffer.from(JSON.stringify(document));
}

function proofOver(wallet: Wallet, { nonce }: Challenge, digest: Uint8Array): Proof {
  return {
    address: wallet.address,
    chainId: wallet.chainId,
    pubkey: base64(secp256k1.getPublicKey(wallet.privateKey, true)),
    signature: base64(secp256k1.sign(digest, wallet.privateKey, { prehash: false })),
    nonce,
  };
}

/** A signature over another sign doc than wallets make. */
const overDocument =
  (replaced: Record<string, unknown>): WrongProof =>
  (wallet, challenge) =>
    proofOver(wallet, challenge, sha256(signBytes(wallet.address, challenge.message, replaced)));

/** A signature over a message in which something was replaced. */
const overMessage =
  (search: RegExp, replacement: string): WrongProof =>
  (wallet, challenge) => ({
    ...wallet.prove({ ...challenge, message: challenge.message.replace(search, replacement) }),
  });

/** A valid proof with other signature bytes. */
const signature =
  (change: (bytes: Buffer) => Uint8Array): WrongProof =>
  (wallet, challenge) => {
    const proof = wallet.prove(challenge);
    return { ...proof, signature: base64(change(Buffer.from(proof.signature, 'base64'))) };
  };

/** A valid proof with a changed member. */
const member =
  (change: (proof: Proof, wallet: Wallet) => Partial<Proof>): WrongProof =>
  (wallet, challenge) => {
    const proof = wallet.prove(challenge);
    return { ...proof, ...change(proof, wallet) };
  };

const r = (bytes: Buffer) => bytes.subarray(0, 32);
const s = (bytes: Buffer) => bytes.subarray(32);

function toDer(bytes: Buffer): Uint8Array {
  return secp256k1.Signature.fromBytes(bytes, 'compact').toBytes('der');
}

/** Invalid proofs of a secp256k1 wallet: [A-number, what is wrong, proof]. */
export const WRONG_PROOFS: readonly [string, string, WrongProof][] = [
  ['A-25', 'another address, signed by its own key', ({ chainId }, challenge) => newWallet(chainId).prove(challenge)],
  ['A-25', 'another chain of the same key', (w, challenge) => newWallet('osmosis-1', w.privateKey).prove(challenge)],
  ['A-25', 'the chain id of another chain', member(() => ({ chainId: 'osmosis-1' }))],
  ['A-25', 'a chain id nobody knows', member(() => ({ chainId: 'unknown-1' }))],
  ['A-25', 'the address in upper case', member(({ address }) => ({ address: address.toUpperCase() }))],
  ['A-26', 'a text with another domain', overMessage(/^\S+/, 'evil.example')],
  ['A-26', 'a text with another URI', overMessage(/URI: \S+/, 'URI: https://evil.example')],
  ['A-26', 'a text with another nonce', overMessage(/Nonce: \S+/, 'Nonce: svc_nonce_another')],
  ['A-26', 'a text that expires later', overMessage(/Expiration Time: \d{4}/, 'Expiration Time: 2999')],
  ['A-26', 'a nonce that was never issued', member(() => ({ nonce: `svc_nonce_${randomBytes(16).toString('hex')}` }))],
  ['A-27', 'the high-S twin', signature((b) => Buffer.concat([r(b), scalar(N - BigInt(`0x${s(b).toString('hex')}`))]))],
  ['A-27', '63 bytes', signature((b) => b.subarray(0, 63))],
  ['A-27', '65 bytes', signature((b) => Buffer.concat([b, Buffer.of(27)]))],
  ['A-27', '66 bytes', signature((b) => Buffer.concat([b, Buffer.of(0, 0)]))],
  ['A-27', 'DER', signature(toDer)],
  ['A-27', 'r = 0', signature((b) => Buffer.concat([scalar(0n), s(b)]))],
  ['A-27', 's = 0', signature((b) => Buffer.concat([r(b), scalar(0n)]))],
  ['A-27', 's = n', signature((b) => Buffer.concat([r(b), scalar(N)]))],
  ['A-27', 'r = n', signature((b) => Buffer.concat([scalar(N), s(b)]))],
  ['A-27', 'all bits set', signature(() => Buffer.alloc(64, 0xff))],
  ['A-27', 'nothing', member(() => ({ signature: '' }))],
  ['A-27', 'no base64', member(() => ({ signature: '*** not base64 ***' }))],
  ['A-27', 'base64 without its padding', member((p) => ({ signature: p.signature.replace(/=+$/, '') }))],
  ['A-27', 'base64 with a line break', member((p) => ({ signature: `${p.signature}\n` }))],
  ['A-27', 'base64url', member((p) => ({ signature: Buffer.from(p.signature, 'base64').toString('base64url') }))],
  ['A-27', '10 kB', member(() => ({ signature: 'A'.repeat(10_000) }))],
  ['A-28', 'the uncompressed key', member((_, w) => ({ pubkey: base64(secp256k1.getPublicKey(w.privateKey, false)) }))],
  ['A-28', 'a key off the curve', member(() => ({ pubkey: base64(Buffer.concat([Buffer.of(2), scalar(5n)])) }))],
  ['A-28', 'the point at infinity', member(() => ({ pubkey: base64(Buffer.of(0)) }))],
  ['A-28', '33 zero bytes', member(() => ({ pubkey: base64(Buffer.alloc(33)) }))],
  [
    'A-28',
    'the key without its first byte',
    member((p) => ({ pubkey: base64(Buffer.from(p.pubkey, 'base64').subarray(1)) })),
  ],
  ['A-28', 'an ed25519 key', member(() => ({ pubkey: base64(ed25519Key()) }))],
  ['A-28', "another account's key", member((_, w) => ({ pubkey: newWallet(w.chainId).prove(NOTHING).pubkey }))],
  ['A-29', 'the doc hashed with keccak-256', (w, c) => proofOver(w, c, keccak_256(signBytes(w.address, c.message)))],
  ['A-32', 'a sign doc with chain_id "signature"', overDocument({ chain_id: 'signature' })],
  ['A-32', 'a sign doc with the chain id', overDocument({ chain_id: 'cosmoshub-4' })],
  ['A-32', 'a sign doc with a memo', overDocument({ memo: 'hello' })],
  ['A-32', 'a sign doc with a fee', overDocument({ fee: { amount: [], gas: '1' } })],
  ['A-32', 'a sign doc with a sequence', overDocument({ sequence: '1' })],
  ['A-32', 'a sign doc with a second message', (w, c) => overDocument({ msgs: twice(w, c) })(w, c)],
  ['A-32', 'the text signed without a sign doc', (w, c) => proofOver(w, c, sha256(Buffer.from(c.message)))],
];

const NOTHING = { nonce: '', message: '' };

function twice({ address }: Wallet, { message }: Challenge): unknown[] {
  const one = { type: 'sign/MsgSignData', value: { data: Buffer.from(message).toString('base64'), signer: address } };
  return [one, one];
}

function ed25519Key(): Uint8Array {
  return generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
}

/** invalid proofs of an eth_secp256k1 wallet. */
export const WRONG_ETH_PROOFS: readonly [string, WrongProof][] = [
  ['the doc hashed with sha-256', (w, c) => proofOver(w, c, sha256(signBytes(w.address, c.message)))],
  [
    'the doc under the prefix of EIP-191',
    (w, c) => proofOver(w, c, keccak_256(eip191(signBytes(w.address, c.message)))),
  ],
];

function eip191(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]);
}

/** a wallet of an eth_secp256k1 chain whose address was derived as a secp256k1 chain does. */
export function wronglyDerivedEthWallet(): Wallet {
  const wallet = newWallet('injective-1');
  const account = ripemd160(sha256(secp256k1.getPublicKey(wallet.privateKey, true)));
  const address = bech32.encode('inj', bech32.toWords(account));
  return {
    ...wallet,
    address,
    prove: (challenge) => ({
      ...proofOver({ ...wallet, address }, challenge, keccak_256(signBytes(address, challenge.message))),
    }),
  };
}
