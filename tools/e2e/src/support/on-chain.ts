import type { ChainEvent, EmulatedChain } from '@questp/emulators';
import { newWallet } from '@questp/players';
import { node, transferring } from './chain-node.js';

/** What completes a quest on a chain. */
export interface OnChain {
  config?: object;
  does: (sender: string) => Parameters<EmulatedChain['include']>[0];
  /** Instead of the hash: the transactions of the earner are searched. */
  inputs?: object;
}

const [VALIDATOR] = node.state.validators.map(({ address }) => address);
const CONTRACT = 'cosmos14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9s4hmalr';
const coin = { denom: 'uatom', amount: '1000000' };
const event = (type: string, attributes: Record<string, string>): ChainEvent => ({
  type,
  attributes: Object.entries(attributes),
});
const staking = (sender: string) => ({ delegator_address: sender, validator_address: VALIDATOR, amount: coin });
const called = (sender: string, msg: object) => ({
  ...{ '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender, contract: CONTRACT, msg, funds: [] },
});

node.state.contracts.push({ address: CONTRACT, codeId: '7', label: 'Orbit' });
node.state.channels.push({ id: 'channel-141', chainId: 'osmosis-1' });

/** By task type. */
export const ON_CHAIN: Readonly<Record<string, OnChain>> = {
  chain_transfer: {
    config: { denom: 'uatom', minAmount: '1000000' },
    does: (sender) => ({ messages: transferring({ sender, recipient: newWallet().address, ...coin }) }),
  },
  chain_swap: {
    config: { poolId: '1', denomIn: 'uatom' },
    does: (sender) => ({
      messages: [
        {
          ...{ '@type': '/osmosis.poolmanager.v1beta1.MsgSwapExactAmountIn', sender, token_in: coin },
          ...{ routes: [{ pool_id: '1', token_out_denom: 'uosmo' }], token_out_min_amount: '1' },
        },
      ],
    }),
  },
  chain_lp_add: {
    config: { poolId: '1', minAmount: '1000000' },
    does: (sender) => ({
      messages: [
        {
          ...{ '@type': '/osmosis.gamm.v1beta1.MsgJoinSwapExternAmountIn', sender, pool_id: '1' },
          ...{ token_in: coin, share_out_min_amount: '1' },
        },
      ],
    }),
  },
  chain_stake: {
    config: { minAmount: '2000000' },
    does: (sender) => {
      const message = { '@type': '/cosmos.staking.v1beta1.MsgDelegate', ...staking(sender) };
      return { messages: [message, message] };
    },
    inputs: {},
  },
  chain_unstake: {
    does: (sender) => ({ messages: [{ '@type': '/cosmos.staking.v1beta1.MsgUndelegate', ...staking(sender) }] }),
    inputs: {},
  },
  chain_vote: {
    config: { option: 'yes' },
    does: (voter) => ({
      messages: [{ '@type': '/cosmos.gov.v1.MsgVote', proposal_id: '848', voter, option: 'VOTE_OPTION_YES' }],
    }),
    inputs: {},
  },
  chain_proposal_submit: {
    config: { titleContains: 'orbit' },
    does: (proposer) => ({
      messages: [
        {
          ...{ '@type': '/cosmos.gov.v1.MsgSubmitProposal', proposer, initial_deposit: [coin] },
          ...{ title: 'Fund Orbit', messages: [], metadata: '', summary: '' },
        },
      ],
      events: [[event('submit_proposal', { proposal_id: '849' })]],
    }),
  },
  chain_nft_mint: {
    config: { collectionAddress: CONTRACT },
    does: (sender) => ({
      messages: [called(sender, { mint: {} })],
      events: [[event('wasm', { _contract_address: CONTRACT, action: 'mint', owner: sender, token_id: '4' })]],
    }),
  },
  chain_contract_interact: {
    config: { contractAddress: CONTRACT, messageName: 'deposit' },
    does: (sender) => ({ messages: [called(sender, { deposit: {} })] }),
  },
  chain_blob_post: {
    config: { namespace: '6f72626974', minBytes: 100 },
    does: (signer) => ({
      messages: [
        {
          ...{ '@type': '/celestia.blob.v1.MsgPayForBlobs', signer, blob_sizes: [100], share_versions: [0] },
          namespaces: [Buffer.from('6f72626974'.padStart(58, '0'), 'hex').toString('base64')],
        },
      ],
    }),
    inputs: {},
  },
  chain_bridge: {
    config: { destinationChainId: 'osmosis-1', denom: 'uatom' },
    does: (sender) => ({
      messages: [
        {
          ...{ '@type': '/ibc.applications.transfer.v1.MsgTransfer', sender, receiver: 'osmo1orbit', memo: '' },
          ...{ source_port: 'transfer', source_channel: 'channel-141', token: coin },
        },
      ],
      events: [[event('send_packet', { packet_src_channel: 'channel-141', packet_sequence: '42' })]],
    }),
  },
  dev_deploy_contract: {
    does: (sender) => ({
      messages: [
        { '@type': '/cosmwasm.wasm.v1.MsgInstantiateContract', sender, code_id: '7', label: 'x', msg: {}, funds: [] },
      ],
      events: [[event('instantiate', { _contract_address: CONTRACT, code_id: '7' })]],
    }),
    inputs: { contractAddress: CONTRACT },
  },
};
