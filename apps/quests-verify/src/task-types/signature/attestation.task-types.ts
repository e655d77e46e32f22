import { verifyAttestation } from '@questp/messages';
import { walletProof } from '../../verification/facts/wallet-rule.js';
import { chainIds, walletProofInputs, type SigningWallet } from '../../catalog/definition/common-fields.js';
import { line, object } from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD, type TaskType } from '../../catalog/definition/task-type.js';

type AttestationConfig = { statement: string; chainIds?: string[] };

/** Spec 2.4 "identity": a statement signed as ADR-036 over a server-issued text. */
export const attestationTaskTypes: TaskType[] = [
  {
    id: 'attestation_sign',
    name: 'Signed Message',
    category: 'identity',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ANY_PERIOD,
    configSchema: object(
      {
        statement: line('What the earner attests; one line of the signed text.', 1000),
        chainIds: chainIds('Chains of which the wallet may be; absent: any.'),
      },
      ['statement'],
    ),
    inputSchema: object(walletProofInputs, Object.keys(walletProofInputs)),
    available: true,
    via: verifyAttestation,
    redactedInputs: ['signature'],
    facts: ['wallets', 'signedText'],
    walletChains: ({ chainIds }: AttestationConfig) => chainIds,
    rule: (config: AttestationConfig, inputs: SigningWallet, facts) => walletProof(config, inputs, facts),
    exampleConfig: { statement: 'I have read the code of conduct.', chainIds: ['cosmoshub-4'] },
    exampleInputs: {
      address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
      chainId: 'cosmoshub-4',
      pubkey: 'AgECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g',
      signature: 'AQID',
      nonce: 'example-nonce',
    },
  },
];
