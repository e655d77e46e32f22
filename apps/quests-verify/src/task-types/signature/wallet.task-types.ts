import { verifyAttestation } from '@questp/messages/quests';
import { walletLinked, walletProof } from '../../verification/facts/wallet-rule.js';
import { chainId, chainIds, walletProofInputs } from '../../catalog/definition/common-fields.js';
import { NOTHING, object } from '../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../catalog/definition/task-type.js';

/** Spec 2.4: a wallet linked to the account (identity), and one proven afresh on a chain (on-chain). */
export const walletTaskTypes = [
  defineTaskType({
    id: 'identity_wallet_link',
    name: 'Wallet Connect',
    category: 'identity',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ONCE,
    config: object({ chainIds: chainIds('Chains of which one will do; absent: any.') }),
    inputs: NOTHING,
    available: true,
    // 2: a wallet completes the quest for one account only.
    ruleVersion: 2,
    facts: { wallets: ({ chainIds: on }) => ({ on }) },
    rule: (config, _inputs, { wallets }) => walletLinked(config, wallets),
    exampleConfig: { chainIds: ['cosmoshub-4', 'osmosis-1'] },
    exampleInputs: {},
  }),
  defineTaskType({
    id: 'chain_wallet_connect',
    name: 'Wallet Connect Proof',
    category: 'on-chain',
    automation: { level: 'automatic' },
    methods: ['on_chain'],
    periods: ONCE,
    config: object({ chainId: chainId('Chain the wallet has to be on, for example cosmoshub-4.') }, ['chainId']),
    inputs: walletProofInputs,
    available: true,
    completedBy: verifyAttestation,
    redactedInputs: ['signature'],
    facts: { wallets: ({ chainId }) => ({ on: [chainId] }), signedText: (_config, proof) => proof },
    rule: ({ chainId }, inputs, facts) => walletProof({ chainIds: [chainId] }, inputs, facts),
    exampleConfig: { chainId: 'cosmoshub-4' },
    exampleInputs: {
      address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
      chainId: 'cosmoshub-4',
      pubkey: 'AgECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g',
      signature: 'AQID',
      nonce: 'example-nonce',
    },
  }),
];
