import { randomBytes } from 'node:crypto';

/** The version of the Cosmos SDK, which decides how events, logs and searches look. */
export const SDK_VERSIONS = ['0.45', '0.47', '0.50', '0.53'] as const;
export type SdkVersion = (typeof SDK_VERSIONS)[number];

/** A message as the REST API writes it, with its `@type`. */
export type ChainMessage = Readonly<Record<string, unknown>> & { '@type': string };

/** An event of a message: its type and its attributes in their order. */
export interface ChainEvent {
  type: string;
  attributes: readonly (readonly [key: string, value: string])[];
}

/** A transaction in a block. */
export interface ChainTx {
  hash: string;
  height: number;
  time: string;
  code: number;
  messages: readonly ChainMessage[];
  /** The events of each message, beside the one with its type and signer. */
  events: readonly (readonly ChainEvent[])[];
  memo: string;
  /** False: the indexer is behind, and the node does not find the transaction. */
  isIndexed: boolean;
}

export const newHash = (): string => randomBytes(32).toString('hex').toUpperCase();

/** Members by which messages name the account that signs them. */
const SIGNERS = ['sender', 'from_address', 'delegator_address', 'voter', 'proposer', 'signer', 'grantee'];

const signerOf = (message: ChainMessage): string => {
  const { inputs } = message as { inputs?: unknown };
  const [input] = Array.isArray(inputs) ? (inputs as ({ address?: string } | null)[]) : [];
  const named = SIGNERS.map((name) => message[name]).find((value) => typeof value === 'string');
  return named ?? input?.address ?? '';
};

/** The events of a message with the one that the chain writes for each. */
export function eventsOf({ messages, events }: ChainTx, index: number): ChainEvent[] {
  const message = messages[index] as ChainMessage;
  const attributes = [['action', message['@type']] as const, ['sender', signerOf(message)] as const];
  return [{ type: 'message', attributes }, ...(events[index] ?? [])];
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const attributesOf = ({ attributes }: ChainEvent) => attributes.map(([key, value]) => ({ key, value, index: true }));

/** The events of the whole transaction, with those of its fee. */
function allEvents(tx: ChainTx, sdk: SdkVersion): object[] {
  const fee: ChainEvent = { type: 'tx', attributes: [['fee', '5000uatom']] };
  const spent: ChainEvent = {
    type: 'coin_spent',
    attributes: [
      ['spender', 'cosmos1payer'],
      ['amount', '5000uatom'],
    ],
  };
  const isNumbered = sdk === '0.50' || sdk === '0.53';
  const numbered = tx.messages.flatMap((_, index) =>
    eventsOf(tx, index).map((event) =>
      isNumbered ? { ...event, attributes: [...event.attributes, ['msg_index', String(index)] as const] } : event,
    ),
  );
  const encode = sdk === '0.45' ? base64 : (text: string) => text;
  return [fee, spent, ...numbered].map((event) => ({
    type: event.type,
    attributes: attributesOf(event).map(({ key, value, index }) => ({ key: encode(key), value: encode(value), index })),
  }));
}

/** The events by message, of one type together, as nodes before 0.50 write them. */
function logsOf(tx: ChainTx): object[] {
  return tx.messages.map((_, index) => {
    const byType = new Map<string, { key: string; value: string }[]>();
    for (const { type, attributes } of eventsOf(tx, index)) {
      byType.set(type, [...(byType.get(type) ?? []), ...attributes.map(([key, value]) => ({ key, value }))]);
    }
    const events = [...byType].map(([type, attributes]) => ({ type, attributes }));
    return { msg_index: index, log: '', events };
  });
}

/** A message by its amino name, in the form of older signers. */
const toAmino = ({ '@type': type, ...value }: ChainMessage) => ({
  type: type.replace(/^\/cosmos\..*\./, 'cosmos-sdk/').replace(/^\/cosmwasm\.wasm\.v1\./, 'wasm/'),
  value,
});

/** The answer about one transaction. */
export function answerOf(tx: ChainTx, sdk: SdkVersion, isAmino: boolean): { tx: object; tx_response: object } {
  const messages = tx.code === 0 || tx.messages.length > 0 ? tx.messages : [];
  const body = { messages: isAmino ? messages.map(toAmino) : messages, memo: tx.memo, timeout_height: '0' };
  const signed = { '@type': '/cosmos.tx.v1beta1.Tx', body, auth_info: {}, signatures: [] };
  const isOld = sdk === '0.45' || sdk === '0.47';
  const tx_response = {
    ...{ height: String(tx.height), txhash: tx.hash, codespace: tx.code === 0 ? '' : 'sdk', code: tx.code, data: '' },
    ...{ raw_log: '', logs: isOld && tx.code === 0 ? logsOf(tx) : [], info: '', gas_wanted: '9', gas_used: '8' },
    ...{ tx: signed, timestamp: tx.time, events: tx.code === 0 ? allEvents(tx, sdk) : [] },
  };
  return { tx: signed, tx_response };
}
