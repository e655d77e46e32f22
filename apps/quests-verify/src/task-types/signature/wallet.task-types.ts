import { verifyAttestation } from '@questp/messages';
import { walletLinked, walletProof } from '../../verification/facts/wallet-rule.js';
import { chainId, chainIds, walletProofInputs, type SigningWallet } from '../../catalog/definition/common-fields.js';
import { NOTHING, object } from '../../catalog/definition/json-schema.js';
import { ONCE, type TaskType } from '../../catalog/definition/task-type.js';

type LinkConfig = { chainIds?: string[] };
type ConnectConfig = { chainId: string };

/** Spec 2.4: a wallet linked to the account (identity), and one proven afresh on a chain (on-chain). */
export const walletTaskTypes: TaskType[] = [
  {
    id: 'identity_wallet_link',
    name: 'Wallet Connect',
    category: 'identity',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ONCE,
    configSchema: object({ chainIds: chainIds('Chains of which one will do; absent: any.') }),
    inputSchema: NOTHING,
    available: true,
    facts: ['wallets'],
    // 2: a wallet completes the quest for one account only.
    ruleVersion: 2,
    walletChains: ({ chainIds }: LinkConfig) => chainIds,
    rule: (config: LinkConfig, _inputs, { wallets }) => walletLinked(config, wallets),
    exampleConfig: { chainIds: ['cosmoshub-4', 'osmosis-1'] },
    exampleInputs: {},
  },
  {
    id: 'chain_wallet_connect',
    name: 'Wallet Connect Proof',
    category: 'on-chain',
    automation: { level: 'automatic' },
    methods: ['on_chain'],
    periods: ONCE,
    configSchema: object({ chainId: chainId('Chain the wallet has to be on, for example cosmoshub-4.') }, ['chainId']),
    inputSchema: object(walletProofInputs, Object.keys(walletProofInputs)),
    available: true,
    via: verifyAttestation,
    redactedInputs: ['signature'],
    facts: ['wallets', 'signedText'],
    walletChains: ({ chainId }: ConnectConfig) => [chainId],
    rule: (config: ConnectConfig, inputs: SigningWallet, facts) =>
      walletProof({ chainIds: [config.chainId] }, inputs, facts),
    exampleConfig: { chainId: 'cosmoshub-4' },
    exampleInputs: {
      address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
      chainId: 'cosmoshub-4',
      pubkey: 'AgECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g',
      signature: 'AQID',
      nonce: 'example-nonce',
    },
  },
];
