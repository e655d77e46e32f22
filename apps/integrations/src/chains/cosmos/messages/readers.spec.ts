import { answerOf, SDK_VERSIONS, type ChainMessage, type ChainTx, type SdkVersion } from '@questp/emulators';
import { CHAIN_ACT_KINDS, ChainTransaction } from '@questp/messages/integrations';
import { messageErrors } from '@questp/messages/language';
import { MESSAGE_CASES, type MessageCase } from '../../../testing/message-cases.fixture.js';
import { ALICE } from '../../../testing/node-answers.fixture.js';
import type { JsonObject } from '../../../outbound/described-json.js';
import { readTransaction } from '../read-transaction.js';
import { MESSAGE_READERS } from './index.js';

const wanted = { kinds: new Set(CHAIN_ACT_KINDS), senders: undefined, denom: undefined };

/** Reads a transaction with these messages as a node of a version writes it. */
function read(sdk: SdkVersion, cases: readonly Pick<MessageCase, 'message' | 'events'>[], isAmino = false) {
  const tx: ChainTx = {
    ...{ hash: 'AB'.repeat(32), height: 7, time: '2026-01-01T00:00:00Z', code: 0, memo: '', isIndexed: true },
    ...{ messages: cases.map(({ message }) => message), events: cases.map(({ events = [] }) => events) },
  };
  const answer = answerOf(tx, sdk, isAmino);
  const result = readTransaction(answer.tx_response as JsonObject, answer.tx, wanted);
  expect(messageErrors(ChainTransaction, result)).toEqual([]);
  return result;
}

const isOld = (sdk: SdkVersion) => sdk === '0.45' || sdk === '0.47';
const TABLE = MESSAGE_CASES.map((one) => [one.name, one] as const);
const inVersions = TABLE.flatMap(([name, one]) => SDK_VERSIONS.map((sdk) => [name, sdk, one] as const));

/** All texts and numbers in a value. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

const ODD: readonly unknown[] = [undefined, null, 7, -1, '', 'no such value!', {}, [], [null], [{}], 'Ж'.repeat(200)];

describe('a message', () => {
  it.each(inVersions)('%s, of SDK %s, is read as what it does', (_, sdk, one) => {
    const { acts, isComplete } = read(sdk, [one]);
    if (one.isNumbered && isOld(sdk)) expect(isComplete).toBe(false);
    else expect({ acts, isComplete }).toEqual({ acts: one.acts, isComplete: true });
  });

  it.each(inVersions)('%s, of SDK %s, is read beside another one, or is incomplete', (_, sdk, one) => {
    const send = MESSAGE_CASES[0] as MessageCase;
    const { acts, isComplete } = read(sdk, [send, one]);
    expect(acts[0]).toEqual(send.acts[0]);
    const isUnknown = isOld(sdk) && (one.isAmbiguousInLogs || one.isNumbered);
    if (!isUnknown) expect({ acts: acts.slice(1), isComplete }).toEqual({ acts: one.acts, isComplete: true });
    else expect(isComplete && acts.length - 1 < one.acts.length).toBe(false);
  });

  it.each(TABLE)('%s, inside MsgExec, is read as that of its granter', (_, one) => {
    const message: ChainMessage = {
      '@type': '/cosmos.authz.v1beta1.MsgExec',
      grantee: 'wasm1bot',
      msgs: [one.message],
    };
    const { acts, isComplete } = read('0.50', [{ message, ...(one.events && { events: one.events }) }]);
    expect({ acts, isComplete }).toEqual({ acts: one.acts, isComplete: true });
  });

  it.each(TABLE)('%s with an odd member says nothing that neither the member nor the rest says', (_, one) => {
    const known = new Set([...leavesOf(one.acts), ...CHAIN_ACT_KINDS]);
    for (const name of Object.keys(one.message).filter((member) => member !== '@type')) {
      for (const odd of ODD) {
        const message = { ...one.message, [name]: odd } as ChainMessage;
        const said = leavesOf(read('0.50', [{ ...one, message }]).acts).filter((leaf) => !known.has(leaf));
        expect(said.filter((leaf) => String(leaf) !== String(odd))).toEqual([]);
      }
    }
  });

  it.each(TABLE.filter(([, one]) => one.events !== undefined && one.acts.length > 0))(
    '%s without events says no more than the message',
    (_, one) => {
      const { acts } = read('0.50', [{ message: one.message }]);
      for (const act of acts) expect(one.acts.some((other) => other.kind === act.kind)).toBe(true);
      expect(JSON.stringify(acts).length).toBeLessThanOrEqual(JSON.stringify(one.acts).length + 2);
    },
  );

  it.each(['MsgDelegate', 'MsgSend', 'MsgVote'])('%s is read by its amino name', (name) => {
    const one = MESSAGE_CASES.find(({ message }) => message['@type'].endsWith(name)) as MessageCase;
    expect(read('0.45', [one], true).acts).toEqual(one.acts);
  });

  it('of every reader is in the table', () => {
    const types = new Set<string>(MESSAGE_CASES.map(({ message }) => message['@type']));
    const without = MESSAGE_READERS.filter((reader) => !reader.types.some((type) => types.has(type)));
    expect(without.map(({ types: [first] }) => first)).toEqual([
      '/osmosis.poolmanager.v1beta1.MsgSplitRouteSwapExactAmountOut',
    ]);
    expect(MESSAGE_CASES.flatMap(({ acts }) => acts).every(({ sender }) => sender === ALICE)).toBe(true);
  });
});
