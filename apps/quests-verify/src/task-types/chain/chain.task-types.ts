import { VOTE_OPTIONS, type ChainAct, type ChainBlob } from '@questp/messages/integrations';
import { FORMS, toAddress } from '@questp/messages/language';
import { address, amount, chainId, denom, proposalId } from '../../catalog/definition/common-fields.js';
import { choice, integer, line, object, text, withDefault } from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType } from '../../catalog/definition/task-type.js';
import { defineFamily } from '../family/define-family.js';
import { chainTarget } from './chain-target.js';
import { afterCredit, reportedAfterCredit } from '../../catalog/definition/after-credit.js';
import { LaterActsSource } from './later-acts/later-acts-source.js';
import { afterBridging, afterProposing, afterStaking, afterUnstaking, afterVoting } from './later-acts/still-stands.js';
import { chainType, txHash } from './chain-type.js';
import { coinsIn, isAs } from './sought.js';

const poolId = (description: string) => text(description, 128, { pattern: FORMS.pool_id.pattern.source });
const SOME = '1';
/** Hex digits of a namespace: a version and an id of 28 bytes. */
const NAMESPACE_DIGITS = 58;

const addressOf = (named: string | undefined): string | undefined =>
  named === undefined ? undefined : toAddress(named);

/** An address as a node is asked for it: it accepts lower case only. */
const narrowBy = <Name extends string>(name: Name, named: string | undefined): Partial<Record<Name, string>> =>
  named === undefined ? {} : ({ [name]: named.toLowerCase() } as Record<Name, string>);

const only = (named: string | undefined) => (named === undefined ? {} : { denom: named });

const coins = (least: string | undefined, of: string | undefined): string =>
  `${least === undefined ? '' : `at least ${least} `}${of ?? 'of a token'}`;

/** The words for what a quest names; none for what it leaves open. */
const words = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== false && part !== undefined).join(' ');

const namespaceOf = (named: string): string => named.padStart(NAMESPACE_DIGITS, '0');

const sizes = ({ blobs = [] }: ChainAct, namespace: string | undefined) =>
  blobs
    .filter((blob: ChainBlob) => namespace === undefined || namespaceOf(namespace) === namespaceOf(blob.namespace))
    .map(({ bytes }) => ({ denom: 'bytes', amount: String(bytes) }));

/** All on-chain types except chain_wallet_connect, which is in signature/, and dev_deploy_contract, in deploy/. */
export const chain = defineFamily({
  facts: [LaterActsSource],
  types: [
    chainType({
      id: 'chain_transfer',
      name: 'Token Transfer',
      category: 'on-chain',
      config: object(
        {
          chainId: chainId(),
          denom: denom('Token sent; absent: any.'),
          minAmount: amount('Least amount that one transaction sends.'),
          recipient: address('Who receives it; absent: any other account.'),
        },
        ['chainId'],
      ),
      // 2: transactions from before or after the period do not count. 3: a reviewer decides if the transfer is not among
      // the sends that could be read, and the recipient can be in upper case. 4: without a hash, transactions of the
      // linked wallets are searched, and addresses of the same key on the chain count.
      ruleVersion: 4,
      target: chainTarget('ibc_denom', 'denom'),
      seeks: ({ denom: token, minAmount, recipient }) => ({
        kinds: ['transfer'],
        asks: `send ${coins(minAmount, token)} to ${recipient ?? "a wallet that is not the sender's"}`,
        matches: (act, own) =>
          recipient === undefined ? !own.has(act.recipient ?? '') : act.recipient === toAddress(recipient),
        sum: { of: coinsIn(token), atLeast: minAmount ?? SOME },
      }),
      narrow: ({ denom: token, recipient }) => ({ ...only(token), ...narrowBy('recipient', recipient) }),
      exampleConfig: { chainId: 'cosmoshub-4', denom: 'uatom', minAmount: '1000000' },
    }),
    chainType({
      id: 'chain_swap',
      name: 'DEX Swap',
      category: 'on-chain',
      config: object(
        {
          chainId: chainId(),
          contractAddress: address(
            'Contract of the exchange that is called; absent: exchanges of the chain itself, which have none.',
          ),
          poolId: poolId('Id of a pool on the route of the swap; absent: any.'),
          denomIn: denom('Token given; absent: any.'),
          denomOut: denom('Token received; absent: any.'),
          minAmountIn: amount('Least amount given, in one transaction.'),
        },
        ['chainId'],
      ),
      target: chainTarget('contract', 'contractAddress'),
      seeks: ({ contractAddress, poolId: pool, denomIn, denomOut, minAmountIn }) => ({
        kinds: ['swap'],
        asks: words(
          `swap ${coins(minAmountIn, denomIn)}`,
          denomOut !== undefined && `for ${denomOut}`,
          pool !== undefined && `in pool ${pool}`,
          contractAddress !== undefined && `by contract ${contractAddress}`,
        ),
        matches: (act) =>
          // Anyone can deploy a contract with such a method.
          act.contract === addressOf(contractAddress) &&
          (pool === undefined || act.poolIds?.includes(pool) === true) &&
          (denomOut === undefined || act.received?.some((coin) => coin.denom === denomOut) !== false),
        isProven: ({ received }) => denomOut === undefined || received !== undefined,
        sum: { of: coinsIn(denomIn), atLeast: minAmountIn ?? SOME },
      }),
      exampleConfig: { chainId: 'osmosis-1', poolId: '1', denomIn: 'uosmo', minAmountIn: '1000000' },
    }),
    chainType({
      id: 'chain_lp_add',
      name: 'Add Liquidity',
      category: 'on-chain',
      config: object(
        {
          chainId: chainId(),
          contractAddress: address(
            'Contract of the pool that is called; absent: pools of the chain itself, which have none.',
          ),
          poolId: poolId('Id of the pool; absent: any.'),
          minAmount: amount('Least amount of one of the tokens added, in one transaction.'),
        },
        ['chainId'],
      ),
      target: chainTarget('contract', 'contractAddress'),
      seeks: ({ contractAddress, poolId: pool, minAmount }) => ({
        kinds: ['lp_add'],
        asks: words(
          `add ${coins(minAmount, undefined)} to ${pool === undefined ? 'a pool' : `pool ${pool}`}`,
          contractAddress !== undefined && `by contract ${contractAddress}`,
        ),
        matches: (act) =>
          // Anyone can deploy a contract with such a method.
          act.contract === addressOf(contractAddress) && (pool === undefined || act.poolIds?.includes(pool) === true),
        ...(minAmount !== undefined && { sum: { of: coinsIn(undefined), atLeast: minAmount } }),
      }),
      exampleConfig: { chainId: 'osmosis-1', poolId: '1', minAmount: '1000000' },
    }),
    defineTaskType({
      id: 'chain_lp_hold',
      name: 'Hold LP Position',
      category: 'on-chain',
      automation: { level: 'automatic' },
      methods: ['on_chain'],
      periods: ANY_PERIOD,
      config: object(
        {
          chainId: chainId(),
          poolId: poolId('Id of the pool.'),
          minShares: amount('Least shares of the pool.'),
          holdDays: integer('Days the position is held.', 1, 365),
        },
        ['chainId', 'poolId', 'holdDays'],
      ),
      inputs: object({ txHash }),
      available: false,
      unavailableReason: 'Disabled: it needs balance sampling over time.',
    }),
    chainType({
      id: 'chain_stake',
      name: 'Stake / Delegate',
      category: 'staking',
      config: object(
        {
          chainId: chainId(),
          validatorAddress: address('Validator delegated to; absent: any.'),
          minAmount: amount('Least amount that one transaction delegates.'),
          afterCredit,
        },
        ['chainId'],
      ),
      target: chainTarget('validator', 'validatorAddress'),
      afterCredit: afterStaking,
      seeks: ({ validatorAddress, minAmount }) => ({
        kinds: ['delegate'],
        asks: `delegate ${coins(minAmount, undefined)} to ${validatorAddress ?? 'a validator'}`,
        matches: ({ validator }) => isAs(addressOf(validatorAddress), validator),
        sum: { of: coinsIn(undefined), atLeast: minAmount ?? SOME },
      }),
      narrow: ({ validatorAddress }) => narrowBy('validator', validatorAddress),
      exampleConfig: { chainId: 'cosmoshub-4', validatorAddress: 'cosmosvaloper1orbit', minAmount: '1000000' },
    }),
    chainType({
      id: 'chain_unstake',
      name: 'Unstake / Redelegate',
      category: 'staking',
      config: object(
        {
          chainId: chainId(),
          action: withDefault(choice('Which of the two counts.', ['undelegate', 'redelegate', 'either']), 'either'),
          validatorAddress: address('Validator that the tokens leave; absent: any.'),
          minAmount: amount('Least amount that one transaction moves.'),
          // MsgCancelUnbondingDelegation names the validator, and another unbonding from it may be the one that it cancels.
          afterCredit: reportedAfterCredit,
        },
        ['chainId'],
      ),
      target: chainTarget('validator', 'validatorAddress'),
      afterCredit: afterUnstaking,
      seeks: ({ action, validatorAddress, minAmount }) => ({
        kinds: action === 'either' ? ['undelegate', 'redelegate'] : [action],
        asks: words(
          `${action === 'either' ? 'undelegate or redelegate' : action} ${coins(minAmount, undefined)}`,
          validatorAddress !== undefined && `from ${validatorAddress}`,
        ),
        matches: ({ kind, validator, sourceValidator }) =>
          isAs(addressOf(validatorAddress), kind === 'redelegate' ? sourceValidator : validator),
        sum: { of: coinsIn(undefined), atLeast: minAmount ?? SOME },
      }),
      exampleConfig: { chainId: 'cosmoshub-4', action: 'either', validatorAddress: 'cosmosvaloper1orbit' },
    }),
    chainType({
      id: 'chain_vote',
      name: 'Governance Vote',
      category: 'governance',
      config: object(
        {
          chainId: chainId(),
          proposalId: proposalId('Proposal; absent: any.'),
          option: choice('Vote that counts, also as a part of a weighted vote; absent: any.', VOTE_OPTIONS),
          afterCredit,
        },
        ['chainId'],
      ),
      target: chainTarget('proposal', 'proposalId'),
      afterCredit: afterVoting,
      seeks: ({ proposalId: proposal, option }) => ({
        kinds: ['vote'],
        asks: words(
          `vote${option === undefined ? '' : ` ${option}`} on`,
          proposal === undefined ? 'a proposal' : `proposal ${proposal}`,
        ),
        matches: (act) =>
          isAs(proposal, act.proposalId) && (option === undefined || act.options?.includes(option) === true),
      }),
      narrow: ({ proposalId: proposal }) => (proposal === undefined ? {} : { proposalId: proposal }),
      exampleConfig: { chainId: 'cosmoshub-4', proposalId: '848', option: 'yes' },
    }),
    chainType({
      id: 'chain_proposal_submit',
      name: 'Submit Proposal',
      category: 'governance',
      config: object(
        {
          chainId: chainId(),
          titleContains: line('Text the title contains, in any case; absent: any title.', 140),
          minDeposit: amount('Least deposit that comes with the proposal.'),
          afterCredit,
        },
        ['chainId'],
      ),
      afterCredit: afterProposing,
      seeks: ({ titleContains, minDeposit }) => ({
        kinds: ['proposal'],
        asks: words(
          'submit a proposal',
          titleContains !== undefined && `whose title contains "${titleContains}"`,
          minDeposit !== undefined && `with a deposit of at least ${minDeposit}`,
        ),
        matches: ({ title = '' }) =>
          titleContains === undefined || title.toLowerCase().includes(titleContains.toLowerCase()),
        ...(minDeposit !== undefined && { sum: { of: coinsIn(undefined), atLeast: minDeposit } }),
      }),
      exampleConfig: { chainId: 'cosmoshub-4', titleContains: 'Orbit', minDeposit: '1000000' },
    }),
    chainType({
      id: 'chain_nft_mint',
      name: 'NFT Mint',
      category: 'on-chain',
      config: object({ chainId: chainId(), collectionAddress: address('Contract or id of the collection.') }, [
        'chainId',
        'collectionAddress',
      ]),
      seeks: ({ collectionAddress }) => ({
        kinds: ['nft_mint'],
        asks: `mint a token of the collection ${collectionAddress}`,
        matches: ({ collection }) => collection !== undefined && toAddress(collection) === toAddress(collectionAddress),
      }),
      exampleConfig: { chainId: 'juno-1', collectionAddress: 'juno1collection' },
    }),
    chainType({
      id: 'chain_contract_interact',
      name: 'Contract Interaction',
      category: 'on-chain',
      config: object(
        {
          chainId: chainId(),
          contractAddress: address('Contract that is called.'),
          messageName: text('Name of the message, for example deposit; absent: any.', 100, {
            pattern: FORMS.word.pattern.source,
          }),
        },
        ['chainId', 'contractAddress'],
      ),
      target: chainTarget('contract', 'contractAddress'),
      seeks: ({ contractAddress, messageName }) => ({
        kinds: ['execute'],
        asks: words('call', messageName !== undefined && `"${messageName}" of`, `the contract ${contractAddress}`),
        matches: ({ contract, method }) => contract === toAddress(contractAddress) && isAs(messageName, method),
      }),
      narrow: ({ contractAddress }) => narrowBy('contract', contractAddress),
      exampleConfig: { chainId: 'juno-1', contractAddress: 'juno1contract', messageName: 'deposit' },
    }),
    chainType({
      id: 'chain_blob_post',
      name: 'Data Availability Blob',
      category: 'on-chain',
      config: object(
        {
          chainId: chainId(),
          namespace: text('Namespace in hex, without leading zeros if you like; absent: any.', NAMESPACE_DIGITS, {
            pattern: FORMS.hex_bytes.pattern.source,
          }),
          minBytes: integer('Least size of the data that one transaction posts.', 1, 2_000_000),
        },
        ['chainId'],
      ),
      seeks: ({ namespace, minBytes }) => ({
        kinds: ['blob'],
        asks: words(
          `post ${minBytes === undefined ? 'data' : `at least ${minBytes} bytes of data`}`,
          namespace !== undefined && `to the namespace ${namespace}`,
        ),
        matches: (act) => sizes(act, namespace).length > 0,
        ...(minBytes !== undefined && { sum: { of: (act) => sizes(act, namespace), atLeast: String(minBytes) } }),
      }),
      exampleConfig: { chainId: 'celestia', namespace: '6f72626974', minBytes: 100 },
    }),
    chainType({
      id: 'chain_bridge',
      name: 'Cross-chain Bridge',
      category: 'on-chain',
      config: object(
        {
          chainId: chainId('Chain that the tokens leave, by an IBC transfer.'),
          destinationChainId: chainId('Chain the tokens go to.'),
          denom: denom('Token sent, as the first chain names it; absent: any.'),
          minAmount: amount('Least amount that one transaction sends.'),
          afterCredit,
        },
        ['chainId', 'destinationChainId'],
      ),
      target: chainTarget('ibc_denom', 'denom'),
      afterCredit: afterBridging,
      seeks: ({ destinationChainId, denom: token, minAmount }) => ({
        kinds: ['ibc_transfer'],
        asks: `send ${coins(minAmount, token)} to ${destinationChainId} by IBC`,
        matches: (act) => act.destinationChainId === undefined || act.destinationChainId === destinationChainId,
        isProven: (act) => act.destinationChainId !== undefined,
        sum: { of: coinsIn(token), atLeast: minAmount ?? SOME },
      }),
      narrow: ({ denom: token }) => only(token),
      exampleConfig: {
        ...{ chainId: 'cosmoshub-4', destinationChainId: 'osmosis-1' },
        ...{ denom: 'uatom', minAmount: '1000000' },
      },
    }),
  ],
});
