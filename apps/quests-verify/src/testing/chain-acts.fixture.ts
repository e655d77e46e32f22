import type { ChainAct, ChainActKind } from '@questp/messages/integrations';

const coins = (denom: string, amount = '1000000') => [{ denom, amount }];

/** One act of each kind, which does what the example configurations of the on-chain types ask for. */
const EXAMPLES: Partial<Record<ChainActKind, Omit<ChainAct, 'kind' | 'sender'>>> = {
  transfer: { recipient: 'cosmos1team', amounts: coins('uatom') },
  swap: { poolIds: ['1'], amounts: coins('uosmo'), received: coins('uatom', '5') },
  lp_add: { poolIds: ['1'], amounts: coins('uosmo') },
  delegate: { validator: 'cosmosvaloper1orbit', amounts: coins('uatom') },
  undelegate: { validator: 'cosmosvaloper1orbit', amounts: coins('uatom') },
  vote: { proposalId: '848', options: ['yes'] },
  proposal: { proposalId: '849', title: 'Fund Orbit', amounts: coins('uatom') },
  nft_mint: { contract: 'juno1minter', method: 'mint', collection: 'juno1collection' },
  execute: { contract: 'juno1contract', method: 'deposit' },
  instantiate: { codeId: '7', codeChecksum: 'a'.repeat(64), instantiated: ['juno1contract'] },
  blob: { blobs: [{ namespace: '6f72626974'.padStart(58, '0'), bytes: 100 }] },
  ibc_transfer: { destinationChainId: 'osmosis-1', channel: 'channel-141', sequence: '1', amounts: coins('uatom') },
};

/** The examples of the kinds. */
export const exampleActs = (kinds: readonly ChainActKind[], sender: string): ChainAct[] =>
  kinds.flatMap((kind) => (EXAMPLES[kind] === undefined ? [] : [{ kind, sender, ...EXAMPLES[kind] }]));
