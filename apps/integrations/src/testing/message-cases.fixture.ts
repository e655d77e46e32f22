import type { ChainEvent, ChainMessage } from '@questp/emulators';
import type { ChainAct } from '@questp/messages/integrations';
import { ALICE, BOB, CAROL } from './node-answers.fixture.js';

/** A message, the events that its chain writes for it, and what it does. */
export interface MessageCase {
  name: string;
  message: ChainMessage;
  events?: ChainEvent[];
  acts: ChainAct[];
  /** Nodes before SDK 0.50 join the events of a message, so that with others in a transaction they are ambiguous. */
  isAmbiguousInLogs?: true;
  /** Only the events of SDK 0.50 and later are enough. */
  isNumbered?: true;
}

const VALIDATOR = 'wasmvaloper1l9uejluwthelk8mjcfrr9qutfmtx2cn69v39sg';
const OTHER_VALIDATOR = 'wasmvaloper1dfnrg8504quuf0ezcxymkex06kgc6vk7m8jyfa';
const CONTRACT = 'wasm14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9s0phg4d';
const TOKEN = 'wasm1suhgf5svhu4usrurvxzlgn54ksxmn8gljarjtxqnapv8kjnp4nrss5maay';
const coin = (amount: string, denom = 'uquest') => ({ denom, amount });
const event = (type: string, attributes: Record<string, string>): ChainEvent => ({
  type,
  attributes: Object.entries(attributes),
});
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

const staking = { delegator_address: ALICE, amount: coin('7') };
const staked = { sender: ALICE, amounts: [coin('7')] };
const called = (msg: unknown, funds: object[] = []) => ({
  ...{ '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender: ALICE, contract: CONTRACT, msg, funds },
});
const hops = [
  { pool_id: '1', token_out_denom: 'umid' },
  { pool_id: '678', token_out_denom: 'uosmo' },
];
const hopsBack = [
  { pool_id: '1', token_in_denom: 'uquest' },
  { pool_id: '678', token_in_denom: 'umid' },
];
const swaps = [
  event('token_swapped', { sender: ALICE, pool_id: '1', tokens_in: '10uquest', tokens_out: '8umid' }),
  event('token_swapped', { sender: ALICE, pool_id: '678', tokens_in: '8umid', tokens_out: '5uosmo' }),
];
const packet = {
  ...{ sequence: '42', source_port: 'transfer', source_channel: 'channel-3', destination_channel: 'channel-9' },
  data: base64({ denom: 'uquest', amount: '7', sender: ALICE, receiver: 'osmo1bob' }),
};

export const MESSAGE_CASES: readonly MessageCase[] = [
  {
    name: 'a send',
    message: {
      ...{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: ALICE, to_address: BOB, amount: [coin('7')] },
    },
    acts: [{ kind: 'transfer', sender: ALICE, recipient: BOB, amounts: [coin('7')] }],
  },
  {
    name: 'a send to several',
    message: {
      '@type': '/cosmos.bank.v1beta1.MsgMultiSend',
      inputs: [{ address: ALICE, coins: [coin('5')] }],
      outputs: [
        { address: BOB, coins: [coin('2')] },
        { address: CAROL, coins: [coin('3')] },
      ],
    },
    acts: [
      { kind: 'transfer', sender: ALICE, recipient: BOB, amounts: [coin('2')] },
      { kind: 'transfer', sender: ALICE, recipient: CAROL, amounts: [coin('3')] },
    ],
  },
  {
    name: 'a delegation',
    message: { '@type': '/cosmos.staking.v1beta1.MsgDelegate', ...staking, validator_address: VALIDATOR },
    acts: [{ kind: 'delegate', ...staked, validator: VALIDATOR }],
  },
  {
    name: 'an undelegation',
    message: { '@type': '/cosmos.staking.v1beta1.MsgUndelegate', ...staking, validator_address: VALIDATOR },
    acts: [{ kind: 'undelegate', ...staked, validator: VALIDATOR }],
  },
  {
    name: 'a redelegation',
    message: {
      ...{ '@type': '/cosmos.staking.v1beta1.MsgBeginRedelegate', ...staking },
      ...{ validator_src_address: OTHER_VALIDATOR, validator_dst_address: VALIDATOR },
    },
    acts: [{ kind: 'redelegate', ...staked, validator: VALIDATOR, sourceValidator: OTHER_VALIDATOR }],
  },
  {
    name: 'a cancelled unbonding',
    message: {
      ...{ '@type': '/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation', ...staking },
      ...{ validator_address: VALIDATOR, creation_height: '12' },
    },
    acts: [{ kind: 'cancel_unbonding', ...staked, validator: VALIDATOR }],
  },
  ...['v1', 'v1beta1'].map((version): MessageCase => ({
    name: `a vote of gov ${version}`,
    message: { '@type': `/cosmos.gov.${version}.MsgVote`, proposal_id: '12', voter: ALICE, option: 'VOTE_OPTION_NO' },
    acts: [{ kind: 'vote', sender: ALICE, proposalId: '12', options: ['no'] }],
  })),
  ...['v1', 'v1beta1'].map((version): MessageCase => ({
    name: `a weighted vote of gov ${version}`,
    message: {
      ...{ '@type': `/cosmos.gov.${version}.MsgVoteWeighted`, proposal_id: '12', voter: ALICE },
      options: [
        { option: 'VOTE_OPTION_YES', weight: '0.700000000000000000' },
        { option: 'VOTE_OPTION_ABSTAIN', weight: '0.300000000000000000' },
        { option: 'VOTE_OPTION_NO', weight: '0.000000000000000000' },
      ],
    },
    acts: [{ kind: 'vote', sender: ALICE, proposalId: '12', options: ['yes', 'abstain'] }],
  })),
  {
    name: 'a proposal of gov v1',
    message: {
      ...{ '@type': '/cosmos.gov.v1.MsgSubmitProposal', proposer: ALICE, initial_deposit: [coin('7')] },
      ...{ title: 'Fund the orbit', messages: [], metadata: '', summary: '' },
    },
    events: [event('submit_proposal', { proposal_id: '13' })],
    acts: [{ kind: 'proposal', sender: ALICE, amounts: [coin('7')], proposalId: '13', title: 'Fund the orbit' }],
  },
  {
    name: 'a proposal of gov v1 with the content of v1beta1',
    message: {
      ...{ '@type': '/cosmos.gov.v1.MsgSubmitProposal', proposer: ALICE, initial_deposit: [coin('7')], title: '' },
      messages: [{ '@type': '/cosmos.gov.v1.MsgExecLegacyContent', content: { '@type': '/x.Text', title: 'Orbit' } }],
    },
    events: [event('submit_proposal', { proposal_id: '13' })],
    acts: [{ kind: 'proposal', sender: ALICE, amounts: [coin('7')], proposalId: '13', title: 'Orbit' }],
  },
  {
    name: 'a proposal of gov v1beta1',
    message: {
      ...{ '@type': '/cosmos.gov.v1beta1.MsgSubmitProposal', proposer: ALICE, initial_deposit: [coin('7')] },
      content: { '@type': '/cosmos.gov.v1beta1.TextProposal', title: 'Orbit', description: '' },
    },
    events: [event('submit_proposal', { proposal_id: '13' })],
    acts: [{ kind: 'proposal', sender: ALICE, amounts: [coin('7')], proposalId: '13', title: 'Orbit' }],
  },
  {
    name: 'a cancelled proposal',
    message: { '@type': '/cosmos.gov.v1.MsgCancelProposal', proposer: ALICE, proposal_id: '13' },
    acts: [{ kind: 'cancel_proposal', sender: ALICE, proposalId: '13' }],
  },
  {
    name: 'a call of a contract',
    message: called({ vote_up: { id: 4 } }, [coin('7')]),
    acts: [{ kind: 'execute', sender: ALICE, contract: CONTRACT, method: 'vote_up', amounts: [coin('7')] }],
  },
  {
    name: 'a transfer of a CW20 token',
    message: called({ transfer: { recipient: BOB, amount: '9' } }),
    acts: [
      { kind: 'execute', sender: ALICE, contract: CONTRACT, method: 'transfer', amounts: [] },
      { kind: 'transfer', sender: ALICE, recipient: BOB, amounts: [coin('9', `cw20:${CONTRACT}`)] },
    ],
  },
  {
    name: 'a swap of a CW20 token at a contract',
    message: {
      ...called({ send: { contract: CONTRACT, amount: '9', msg: base64({ swap: { belief_price: null } }) } }),
      contract: TOKEN,
    },
    events: [
      event('wasm', { _contract_address: TOKEN, action: 'send', amount: '9' }),
      event('wasm', { _contract_address: CONTRACT, action: 'swap', ask_asset: 'uosmo', return_amount: '5' }),
    ],
    acts: [
      { kind: 'execute', sender: ALICE, contract: TOKEN, method: 'send', amounts: [] },
      { kind: 'transfer', sender: ALICE, recipient: CONTRACT, amounts: [coin('9', `cw20:${TOKEN}`)] },
      {
        ...{ kind: 'swap', sender: ALICE, contract: CONTRACT, method: 'swap' },
        ...{ amounts: [coin('9', `cw20:${TOKEN}`)], received: [coin('5', 'uosmo')] },
      },
    ],
    isAmbiguousInLogs: true,
  },
  {
    name: 'a swap at a contract',
    message: called({ execute_swap_operations: { operations: [] } }, [coin('7')]),
    events: [event('wasm', { _contract_address: CONTRACT, action: 'swap', ask_asset: TOKEN, return_amount: '5' })],
    acts: [
      {
        ...{ kind: 'execute', sender: ALICE, contract: CONTRACT, method: 'execute_swap_operations' },
        amounts: [coin('7')],
      },
      {
        ...{ kind: 'swap', sender: ALICE, contract: CONTRACT, method: 'execute_swap_operations' },
        ...{ amounts: [coin('7')], received: [coin('5', `cw20:${TOKEN}`)] },
      },
    ],
  },
  {
    name: 'liquidity for a contract',
    message: called(
      {
        provide_liquidity: {
          assets: [
            { info: { native_token: { denom: 'uquest' } }, amount: '7' },
            { info: { token: { contract_addr: TOKEN } }, amount: '3' },
          ],
        },
      },
      [coin('7')],
    ),
    acts: [
      { kind: 'execute', sender: ALICE, contract: CONTRACT, method: 'provide_liquidity', amounts: [coin('7')] },
      {
        ...{ kind: 'lp_add', sender: ALICE, contract: CONTRACT, method: 'provide_liquidity' },
        amounts: [coin('7'), coin('3', `cw20:${TOKEN}`)],
      },
    ],
  },
  {
    name: 'a mint by a contract in a collection',
    message: called({ mint: {} }, [coin('7')]),
    events: [
      event('wasm', { _contract_address: CONTRACT, action: 'sold' }),
      event('wasm', { _contract_address: TOKEN, action: 'mint', owner: ALICE, token_id: '4' }),
    ],
    acts: [
      { kind: 'execute', sender: ALICE, contract: CONTRACT, method: 'mint', amounts: [coin('7')] },
      {
        ...{ kind: 'nft_mint', sender: ALICE, contract: CONTRACT, method: 'mint' },
        ...{ recipient: ALICE, collection: TOKEN },
      },
    ],
    isAmbiguousInLogs: true,
  },
  {
    name: 'a new contract, which makes another one',
    message: {
      ...{ '@type': '/cosmwasm.wasm.v1.MsgInstantiateContract2', sender: ALICE, code_id: '7', label: 'x', msg: {} },
      funds: [coin('7')],
    },
    events: [
      event('instantiate', { _contract_address: CONTRACT, code_id: '7' }),
      event('instantiate', { _contract_address: TOKEN, code_id: '8' }),
    ],
    acts: [{ kind: 'instantiate', sender: ALICE, codeId: '7', amounts: [coin('7')], instantiated: [CONTRACT] }],
    isAmbiguousInLogs: true,
  },
  {
    name: 'stored code',
    message: { '@type': '/cosmwasm.wasm.v1.MsgStoreCode', sender: ALICE, wasm_byte_code: 'AGFzbQ==' },
    events: [event('store_code', { code_checksum: 'AB'.repeat(32).toLowerCase(), code_id: '7' })],
    acts: [{ kind: 'store_code', sender: ALICE, codeId: '7', codeChecksum: 'ab'.repeat(32) }],
  },
  ...['poolmanager', 'gamm'].map((module): MessageCase => ({
    name: `a swap of ${module} of a given amount`,
    message: {
      ...{ '@type': `/osmosis.${module}.v1beta1.MsgSwapExactAmountIn`, sender: ALICE, routes: hops },
      ...{ token_in: coin('10'), token_out_min_amount: '4' },
    },
    events: swaps,
    acts: [
      {
        ...{ kind: 'swap', sender: ALICE, poolIds: ['1', '678'], amounts: [coin('10')] },
        received: [coin('5', 'uosmo')],
      },
    ],
    isAmbiguousInLogs: true,
  })),
  {
    name: 'a swap of a received amount',
    message: {
      ...{ '@type': '/osmosis.poolmanager.v1beta1.MsgSwapExactAmountOut', sender: ALICE, routes: hopsBack },
      ...{ token_in_max_amount: '99', token_out: coin('5', 'uosmo') },
    },
    events: swaps,
    acts: [
      {
        ...{ kind: 'swap', sender: ALICE, poolIds: ['1', '678'], amounts: [coin('10')] },
        received: [coin('5', 'uosmo')],
      },
    ],
    isAmbiguousInLogs: true,
  },
  {
    name: 'a swap along several routes',
    message: {
      ...{ '@type': '/osmosis.poolmanager.v1beta1.MsgSplitRouteSwapExactAmountIn', sender: ALICE },
      routes: [
        { pools: hops, token_in_amount: '6' },
        { pools: [hops[1]], token_in_amount: '4' },
      ],
      ...{ token_in_denom: 'uquest', token_out_min_amount: '4' },
    },
    acts: [
      {
        ...{ kind: 'swap', sender: ALICE, poolIds: ['1', '678'], amounts: [coin('10')] },
        received: [coin('4', 'uosmo')],
      },
    ],
  },
  {
    name: 'liquidity for a pool',
    message: {
      ...{ '@type': '/osmosis.gamm.v1beta1.MsgJoinPool', sender: ALICE, pool_id: '1', share_out_amount: '100' },
      token_in_maxs: [coin('99'), coin('99', 'uosmo')],
    },
    events: [event('pool_joined', { sender: ALICE, pool_id: '1', tokens_in: '7uquest,3uosmo' })],
    acts: [{ kind: 'lp_add', sender: ALICE, poolIds: ['1'], amounts: [coin('7'), coin('3', 'uosmo')] }],
  },
  {
    name: 'liquidity of one coin for a pool',
    message: {
      ...{ '@type': '/osmosis.gamm.v1beta1.MsgJoinSwapExternAmountIn', sender: ALICE, pool_id: '1' },
      ...{ token_in: coin('7'), share_out_min_amount: '1' },
    },
    acts: [{ kind: 'lp_add', sender: ALICE, poolIds: ['1'], amounts: [coin('7')] }],
  },
  {
    name: 'a position in a concentrated pool',
    message: {
      ...{ '@type': '/osmosis.concentratedliquidity.v1beta1.MsgCreatePosition', sender: ALICE, pool_id: '1' },
      ...{ tokens_provided: [coin('99999'), coin('3', 'uosmo')], token_min_amount0: '0', token_min_amount1: '0' },
    },
    events: [event('transfer', { sender: ALICE, recipient: BOB, amount: '7uquest,3uosmo' })],
    acts: [{ kind: 'lp_add', sender: ALICE, poolIds: ['1'], amounts: [coin('7'), coin('3', 'uosmo')] }],
    isNumbered: true,
  },
  {
    name: 'coins sent to another chain',
    message: {
      ...{ '@type': '/ibc.applications.transfer.v1.MsgTransfer', sender: ALICE, receiver: 'osmo1bob', memo: '' },
      ...{ source_port: 'transfer', source_channel: 'channel-3', token: coin('7') },
    },
    events: [event('send_packet', { packet_src_channel: 'channel-3', packet_sequence: '42' })],
    acts: [
      {
        ...{ kind: 'ibc_transfer', sender: ALICE, recipient: 'osmo1bob', amounts: [coin('7')] },
        ...{ channel: 'channel-3', sequence: '42' },
      },
    ],
  },
  {
    name: 'coins that come back after a timeout',
    message: { '@type': '/ibc.core.channel.v1.MsgTimeout', packet, signer: BOB },
    events: [event('timeout', { module: 'transfer', refund_receiver: ALICE, refund_amount: '7' })],
    acts: [{ kind: 'ibc_refund', sender: ALICE, channel: 'channel-3', sequence: '42' }],
  },
  {
    name: 'coins that come back after an error',
    message: { '@type': '/ibc.core.channel.v1.MsgAcknowledgement', packet, acknowledgement: 'x', signer: BOB },
    events: [event('fungible_token_packet', { module: 'transfer', sender: ALICE, error: 'ABCI code: 1' })],
    acts: [{ kind: 'ibc_refund', sender: ALICE, channel: 'channel-3', sequence: '42' }],
  },
  {
    name: 'an acknowledgement without an error',
    message: { '@type': '/ibc.core.channel.v1.MsgAcknowledgement', packet, acknowledgement: 'x', signer: BOB },
    events: [event('fungible_token_packet', { module: 'transfer', sender: ALICE, success: 'AQ==' })],
    acts: [],
  },
  {
    name: 'a timeout of a packet that was handled before',
    message: { '@type': '/ibc.core.channel.v1.MsgTimeout', packet, signer: BOB },
    acts: [],
  },
  {
    name: 'a minted token of a module',
    message: {
      ...{ '@type': '/OmniFlix.onft.v1beta1.MsgMintONFT', id: 'onft1', denom_id: 'onftdenom1', sender: ALICE },
      recipient: BOB,
    },
    acts: [{ kind: 'nft_mint', sender: ALICE, recipient: BOB, collection: 'onftdenom1' }],
  },
  {
    name: 'published data',
    message: {
      ...{ '@type': '/celestia.blob.v1.MsgPayForBlobs', signer: ALICE, share_versions: [0] },
      ...{ namespaces: [Buffer.from('00'.repeat(28) + 'ab', 'hex').toString('base64')], blob_sizes: [600] },
    },
    acts: [{ kind: 'blob', sender: ALICE, blobs: [{ namespace: '00'.repeat(28) + 'ab', bytes: 600 }] }],
  },
];
