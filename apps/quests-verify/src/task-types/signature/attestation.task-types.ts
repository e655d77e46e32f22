import { verifyAttestation } from '@questp/messages/quests';
import { walletProof } from '../../verification/facts/wallet-rule.js';
import { chainIds, walletProofInputs } from '../../catalog/definition/common-fields.js';
import { line, object } from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType } from '../../catalog/definition/task-type.js';

export const attestationConfig = object(
  {
    statement: line('What the earner attests; one line of the signed text.', 1000),
    chainIds: chainIds('Chains of which the wallet may be; absent: any.'),
  },
  ['statement'],
);

/** Spec 2.4 "identity": a statement signed as ADR-036 over a server-issued text. */
export const attestationTaskTypes = [
  defineTaskType({
    id: 'attestation_sign',
    name: 'Signed Message',
    category: 'identity',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ANY_PERIOD,
    config: attestationConfig,
    inputs: walletProofInputs,
    available: true,
    completedBy: verifyAttestation,
    redactedInputs: ['signature'],
    facts: { wallets: ({ chainIds: on }) => ({ on }), signedText: (_config, proof) => proof },
    rule: walletProof,
    exampleConfig: { statement: 'I have read the code of conduct.', chainIds: ['cosmoshub-4'] },
    exampleInputs: {
      address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
      chainId: 'cosmoshub-4',
      pubkey: 'AgECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g',
      signature: 'AQID',
      nonce: 'example-nonce',
    },
  }),
];
