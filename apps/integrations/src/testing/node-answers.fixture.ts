/** Answers of a real wasmd node (v0.61), without the members that the service does not read. */

const ALICE = 'wasm1dfnrg8504quuf0ezcxymkex06kgc6vk7m8jyfa';
const BOB = 'wasm1l9uejluwthelk8mjcfrr9qutfmtx2cn69v39sg';
const CAROL = 'wasm13wj4aark7nmv8h3wjk64yzx85jwcz60tl944df';

const uquest = (amount: string) => [{ denom: 'uquest', amount }];

const send = (amount: string) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: ALICE,
  to_address: BOB,
  amount: uquest(amount),
});

export const SENT = {
  tx: { body: { messages: [send('10')], memo: 'memo', timeout_height: '0' }, signatures: ['zI5Z'] },
  tx_response: {
    height: '3',
    txhash: '417D7137AD67EB66ECACE223FB7734FA0545A6FFB0A0CC75EA36D9206449280E',
    codespace: '',
    code: 0,
    raw_log: '',
    logs: [],
    timestamp: '2026-11-22T05:19:48Z',
  },
};

export const SENT_TO_MANY = {
  tx: {
    body: {
      messages: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgMultiSend',
          inputs: [{ address: ALICE, coins: uquest('5') }],
          outputs: [
            { address: BOB, coins: uquest('2') },
            { address: CAROL, coins: uquest('3') },
          ],
        },
      ],
    },
  },
  tx_response: { ...SENT.tx_response, height: '4' },
};

/** Insufficient funds. */
export const FAILED = {
  tx: { body: { messages: [send('100000')] } },
  tx_response: { ...SENT.tx_response, height: '5', codespace: 'sdk', code: 5, raw_log: 'failed to execute message' },
};

export const HASH = SENT.tx_response.txhash;

/** SDK 0.46 and later answer 404, earlier ones 400 or 500. */
export const NOT_FOUND = [
  [404, { code: 5, message: `tx not found: ${HASH}`, details: [] }],
  [400, { code: 3, message: `tx not found: ${HASH}: invalid request`, details: [] }],
  [500, { code: 13, message: `RPC error -32603 - Internal error: tx (${HASH}) not found`, details: [] }],
] as const;

export { ALICE, BOB, CAROL };
