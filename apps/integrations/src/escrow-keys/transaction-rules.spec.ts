import { addressOf } from '@questp/chains';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { MsgExec } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgExecuteContract, MsgMigrateContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import { encodeTicket } from '@questp/escrow-client';
import { ESCROW, ESCROW_CHAIN, OTHER_CONTRACT, OWNER, SIGNED_TICKET } from '../testing/escrow-chain.fixture.js';
import { any, execute, fee, json, keyOf, signDocOf, signer, type Parts } from '../testing/sign-doc.fixture.js';
import { checkTransaction, type SigningAccount } from './transaction-rules.js';

const publicKey = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
const otherKey = Buffer.from('02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5', 'hex');
const account = {
  provider: 'escrow_operator',
  chain: ESCROW_CHAIN,
  address: addressOf(ESCROW_CHAIN, publicKey),
  publicKey,
} as const;
const pauser = { ...account, provider: 'escrow_pauser' } as const;

const OWN = { sender: account.address, funds: [] };

const executing = (change: Parameters<typeof execute>[1] = {}) => execute(account.address, change);
const signing = (change: object = {}) => signer(publicKey, change);
const bytesOf = (parts: Parts = {}) => signDocOf(publicKey, [executing()], parts);
const saying = (msg: unknown) => [executing({ msg: json(msg) })];
const refusalOf = (bytes: Uint8Array, of: SigningAccount) => {
  const checked = checkTransaction(bytes, of);
  return typeof checked === 'string' ? checked : undefined;
};
const refusal = (parts: Parts) => refusalOf(bytesOf(parts), account);
const send = any(MsgSend, {
  fromAddress: account.address,
  toAddress: OWNER,
  amount: [{ denom: 'ustake', amount: '1' }],
});

describe('the operator key', () => {
  it.each([
    ['a distribution', saying({ distribute: {} })],
    ['a commitment', saying({ commit_allocations: { version: 1, entries: [{ address: OWNER, points: '1' }] } })],
    ['several messages', [executing(), executing({ contract: OTHER_CONTRACT })]],
  ])('signs %s', (_, messages) => {
    expect(refusal({ body: { messages } })).toBeUndefined();
  });

  it('signs fees up to five times the gas price of the chain', () => {
    expect(refusal({ auth: { fee: fee('1250000') } })).toBeUndefined();
    expect(refusal({ auth: { fee: fee('1250001') } })).toBe('a fee that the chain does not ask');
  });

  it.each<[string, Parts, string]>([
    ['another chain', { doc: { chainId: 'questp-local-2' } }, 'another chain'],
    ['no message', { body: { messages: [] } }, 'not 1 to 16 messages'],
    ['17 messages', { body: { messages: new Array(17).fill(executing()) } }, 'not 1 to 16 messages'],
    ['a bank send', { body: { messages: [send] } }, 'a message that the key does not send'],
    [
      'a bank send after a distribution',
      { body: { messages: [executing(), send] } },
      'a message that the key does not send',
    ],
    [
      'a send inside of an authorisation',
      { body: { messages: [any(MsgExec, { grantee: account.address, msgs: [send] })] } },
      'a message that the key does not send',
    ],
    [
      'a migration',
      {
        body: {
          messages: [
            any(MsgMigrateContract, {
              sender: account.address,
              contract: ESCROW,
              codeId: 1n,
              msg: json({ distribute: {} }),
            }),
          ],
        },
      },
      'a message that the key does not send',
    ],
    [
      'a send that calls itself an execution',
      { body: { messages: [{ ...send, typeUrl: MsgExecuteContract.typeUrl }] } },
      'a message that the key does not send',
    ],
    [
      'funds',
      { body: { messages: [executing({ funds: [{ denom: 'ustake', amount: '1' }] })] } },
      'a message that the key does not send',
    ],
    ['another sender', { body: { messages: [executing({ sender: OWNER })] } }, 'a message that the key does not send'],
    [
      'an account as the contract',
      { body: { messages: [executing({ contract: OWNER })] } },
      'a message that the key does not send',
    ],
    ['a memo of 257', { body: { memo: 'm'.repeat(257) } }, 'a memo that is too long'],
    ['no timeout height', { body: { timeoutHeight: 0n } }, 'no timeout height'],
    ['an unordered transaction', { body: { unordered: true } }, 'an unordered transaction'],
    ['a timeout instant', { body: { timeoutTimestamp: { seconds: 1n, nanos: 0 } } }, 'an unordered transaction'],
    ['an extension', { body: { extensionOptions: [send] } }, 'extension options'],
    ['an extension of the other kind', { body: { nonCriticalExtensionOptions: [send] } }, 'extension options'],
    ['no signer', { auth: { signerInfos: [] } }, 'not exactly one signer'],
    ['two signers', { auth: { signerInfos: [signing(), signing()] } }, 'not exactly one signer'],
    [
      'another key',
      { auth: { signerInfos: [signing({ publicKey: keyOf(otherKey) })] } },
      'another signer, or another sign mode',
    ],
    ['no key', { auth: { signerInfos: [signing({ publicKey: undefined })] } }, 'another signer, or another sign mode'],
    [
      'another kind of key',
      {
        auth: {
          signerInfos: [signing({ publicKey: { ...keyOf(publicKey), typeUrl: '/cosmos.crypto.ed25519.PubKey' } })],
        },
      },
      'another signer, or another sign mode',
    ],
    [
      'amino',
      { auth: { signerInfos: [signing({ modeInfo: { single: { mode: SignMode.SIGN_MODE_LEGACY_AMINO_JSON } } })] } },
      'another signer, or another sign mode',
    ],
    [
      'a multi-signature',
      { auth: { signerInfos: [signing({ modeInfo: { multi: { modeInfos: [] } } })] } },
      'another signer, or another sign mode',
    ],
    ['a tip', { auth: { tip: { amount: [], tipper: account.address } } }, 'a tip'],
    ['no fee', { auth: { fee: undefined } }, 'a fee that the chain does not ask'],
    ['a fee in nothing', { auth: { fee: fee('1', { amount: [] }) } }, 'a fee that the chain does not ask'],
    [
      'a fee in another coin',
      { auth: { fee: fee('1', { amount: [{ denom: 'uatom', amount: '1' }] }) } },
      'a fee that the chain does not ask',
    ],
    [
      'a fee in two coins',
      {
        auth: {
          fee: fee('1', {
            amount: [
              { denom: 'ustake', amount: '1' },
              { denom: 'ustake', amount: '1' },
            ],
          }),
        },
      },
      'a fee that the chain does not ask',
    ],
    ['a negative fee', { auth: { fee: fee('-1') } }, 'a fee that the chain does not ask'],
    [
      'more gas than any batch',
      { auth: { fee: fee('1', { gasLimit: 60_000_001n }) } },
      'a fee that the chain does not ask',
    ],
    ['another payer', { auth: { fee: fee('1', { payer: OWNER }) } }, 'a fee that the chain does not ask'],
    ['a granter', { auth: { fee: fee('1', { granter: OWNER }) } }, 'a fee that the chain does not ask'],
  ])('does not sign %s', (_, parts, reason) => {
    expect(refusal(parts)).toBe(reason);
  });

  it.each([
    ['a transfer of a token', { transfer: { recipient: OWNER, amount: '1' } }],
    ['a transfer beside a distribution', { distribute: {}, transfer: { recipient: OWNER, amount: '1' } }],
    ['what the pauser says', { pause: { until: '1' } }],
    ['a transfer of ownership', { transfer_ownership: { new_owner: OWNER } }],
    ['a name of every object', { constructor: {} }],
    ['nothing', {}],
    ['a list', [{ distribute: {} }]],
    ['null', 'null'],
    ['no JSON', '{"distribute"'],
    ['a byte order mark', '\ufeff{"distribute":{}}'],
  ])('does not sign a message that says %s', (_, msg) => {
    expect(refusal({ body: { messages: saying(msg) } })).toBe('a message that the key does not send');
  });

  const good = bytesOf();
  const doc = SignDoc.decode(good);
  const unknownField = Buffer.from([0x7a, 0x01, 0x00]);
  const secondBody = TxBody.encode(TxBody.fromPartial({ messages: [send] })).finish();
  const withDoc = (change: Partial<SignDoc>) => bytesOf({ doc: { ...doc, ...change } });
  it.each([
    ['a text', Buffer.from('garbage')],
    ['a ticket', encodeTicket(SIGNED_TICKET)],
    ['a transaction cut short', good.subarray(0, -1)],
    ['an unknown field at the end', Buffer.concat([good, unknownField])],
    ['two of them', Buffer.concat([good, good])],
    ['an unknown field in the body', withDoc({ bodyBytes: Buffer.concat([doc.bodyBytes, unknownField]) })],
    ['a second body behind the first', withDoc({ bodyBytes: Buffer.concat([doc.bodyBytes, secondBody]) })],
    ['an unknown field beside the fee', withDoc({ authInfoBytes: Buffer.concat([doc.authInfoBytes, unknownField]) })],
  ])('does not sign %s', (_, bytes) => {
    expect(refusalOf(bytes, account)).toBe('not a SignDoc in its canonical encoding');
  });

  it('signs only messages of its own account without funds, whatever bit of a transaction is changed', () => {
    let signed = 0;
    for (let bit = 0; bit < good.length * 8; bit += 1) {
      const bytes = Buffer.from(good);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      if (refusalOf(bytes, account) !== undefined) continue;
      signed += 1;
      const { bodyBytes, chainId } = SignDoc.decode(bytes);
      const [message, ...others] = TxBody.decode(bodyBytes).messages;
      const { sender, funds } = MsgExecuteContract.decode(message?.value ?? new Uint8Array());
      expect({ chainId, others, sender, funds }).toEqual({ ...OWN, chainId: ESCROW_CHAIN.chainId, others: [] });
    }
    // Those of sequence, account number, timeout height, gas, fee and limit remain.
    expect(signed).toBeGreaterThan(20);
  });
});

describe('the pauser key', () => {
  it('signs pause and unpause, and no message of the operator', () => {
    const of = (msg: object) => refusalOf(bytesOf({ body: { messages: saying(msg) } }), pauser);
    expect(of({ pause: { until: '1' } })).toBeUndefined();
    expect(of({ unpause: {} })).toBeUndefined();
    expect(of({ distribute: {} })).toBe('a message that the key does not send');
  });
});

describe('the ticket key', () => {
  it('signs no transaction', () => {
    expect(refusalOf(bytesOf(), { ...account, provider: 'escrow_ticket' })).toBe(
      'a message that the key does not send',
    );
  });
});
