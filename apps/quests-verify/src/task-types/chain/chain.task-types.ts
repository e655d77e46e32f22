import { defineFamily } from '../family/define-family.js';
import { FORMS, MAX_TRANSACTION_TEXT, readForm } from '@questp/messages/language';
import type { QuestCategory } from '@questp/messages/quests';
import { address, amount, chainId, denom, proposalId } from '../../catalog/definition/common-fields.js';
import {
  choice,
  formatted,
  integer,
  type Members,
  line,
  object,
  text,
  withDefault,
} from '../../catalog/definition/json-schema.js';
import { chainTarget } from './chain-target.js';
import { transferMade } from './chain-transfer.js';
import {
  ANY_PERIOD,
  defineTaskType,
  unavailable,
  type UnavailableTaskType,
} from '../../catalog/definition/task-type.js';

const txHash = (description: string) => formatted(description, MAX_TRANSACTION_TEXT, 'transaction-hash');
const inputs = object({
  txHash: txHash('Hash of the transaction, or a link to it at an explorer; absent: found by the linked wallet.'),
});
const minAmount = amount('Least amount.');
const poolId = text('Id of the pool.', 128, { pattern: FORMS.pool_id.pattern.source });
const validatorAddress = address('Validator; absent: any.');

/** A type that a transaction of the earner completes (spec 2.4 "On-chain"). */
function chainType(
  id: string,
  name: string,
  config: Members,
  required: readonly string[] = [],
  category: QuestCategory = 'on-chain',
): UnavailableTaskType {
  return {
    id,
    name,
    category,
    automation: { level: 'automatic' },
    methods: ['on_chain'],
    periods: ANY_PERIOD,
    config: object<Members, string>({ chainId: chainId(), ...config }, ['chainId', ...required]),
    inputs,
    ...unavailable('the chain reader'),
  };
}

/** All on-chain types except chain_wallet_connect, which is in signature/. */
export const chain = defineFamily({
  types: [
    defineTaskType({
      id: 'chain_transfer',
      name: 'Token Transfer',
      category: 'on-chain',
      automation: { level: 'automatic' },
      methods: ['on_chain'],
      periods: ANY_PERIOD,
      config: object(
        {
          chainId: chainId(),
          denom: denom('Token sent; absent: any.'),
          minAmount,
          recipient: address('Who receives it; absent: anybody.'),
        },
        ['chainId'],
      ),
      inputs: object({ txHash: txHash('Hash of the transaction, or a link to it at an explorer.') }, ['txHash']),
      target: chainTarget('ibc_denom', 'denom'),
      available: true,
      // 2: transactions from before or after the period do not count. 3: a reviewer decides if the transfer is not among
      // the sends that could be read, and the recipient can be in upper case.
      ruleVersion: 4,
      facts: {
        wallets: ({ chainId }) => [chainId],
        chainTransactions: ({ chainId, denom }, { txHash }) => ({
          ...{ chainId, txHash: readForm('any_transaction_hash', txHash), kinds: ['transfer'] },
          ...(denom !== undefined && { denom }),
        }),
      },
      rule: (config, _inputs, facts) => transferMade(config, facts),
      exampleConfig: { chainId: 'cosmoshub-4', denom: 'uatom', minAmount: '1000000' },
      exampleInputs: { txHash: 'A'.repeat(64) },
    }),
    chainType('chain_swap', 'DEX Swap', {
      contractAddress: address('Contract of the exchange, for contract-based ones.'),
      poolId,
      denomIn: denom('Token given; absent: any.'),
      denomOut: denom('Token received; absent: any.'),
      minAmountIn: amount('Least amount given.'),
    }),
    chainType('chain_lp_add', 'Add Liquidity', {
      contractAddress: address('Contract of the pool, for contract-based ones.'),
      poolId,
      minAmount,
    }),
    defineTaskType({
      ...chainType(
        'chain_lp_hold',
        'Hold LP Position',
        {
          poolId,
          minShares: amount('Least shares of the pool.'),
          holdDays: integer('Days the position is held.', 1, 365),
        },
        ['poolId', 'holdDays'],
      ),
      unavailableReason: 'Disabled: it needs balance sampling over time.',
    }),
    chainType('chain_stake', 'Stake / Delegate', { validatorAddress, minAmount }, [], 'staking'),
    chainType(
      'chain_unstake',
      'Unstake / Redelegate',
      {
        action: withDefault(choice('Which of the two.', ['undelegate', 'redelegate', 'either']), 'either'),
        validatorAddress,
        minAmount,
      },
      [],
      'staking',
    ),
    chainType(
      'chain_vote',
      'Governance Vote',
      {
        proposalId: proposalId('Proposal; absent: any.'),
        option: choice('Vote that counts; absent: any.', ['yes', 'no', 'abstain', 'no_with_veto']),
      },
      [],
      'governance',
    ),
    chainType(
      'chain_proposal_submit',
      'Submit Proposal',
      { titleContains: line('Text the title contains, in any case.', 140), minDeposit: amount('Least deposit.') },
      [],
      'governance',
    ),
    chainType('chain_nft_mint', 'NFT Mint', { collectionAddress: address('Contract of the collection.') }, [
      'collectionAddress',
    ]),
    chainType(
      'chain_contract_interact',
      'Contract Interaction',
      {
        contractAddress: address('Contract that is called.'),
        messageName: text('Name of the message; absent: any.', 100, { pattern: FORMS.word.pattern.source }),
      },
      ['contractAddress'],
    ),
    chainType('chain_blob_post', 'Data Availability Blob', {
      namespace: text('Namespace in hex; absent: any.', 58, { pattern: FORMS.hex_bytes.pattern.source }),
      minBytes: integer('Least size of the blob.', 1, 2_000_000),
    }),
    chainType(
      'chain_bridge',
      'Cross-chain Bridge',
      { destinationChainId: chainId('Chain the tokens go to.'), denom: denom('Token sent; absent: any.'), minAmount },
      ['destinationChainId'],
    ),
  ],
});
