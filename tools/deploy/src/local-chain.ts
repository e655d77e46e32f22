import { testAccount } from '@questp/chain';
import { DEFAULTS, type FactoryConfig } from './factory-config.js';
import { type SigningKey } from './signing-key.js';

const address = (name: string): string => testAccount(name).address;

/** The factory of the local test chain: a test account for every role. */
export const LOCAL_CONFIG: FactoryConfig = {
  ...DEFAULTS,
  owner: address('factory-owner'),
  operator: address('operator'),
  ticket_signer: Buffer.from(testAccount('ticket-signer').publicKey).toString('base64'),
  pauser: address('pauser'),
  guardian: address('guardian'),
  treasury: address('treasury'),
};

/** Signs there unless another key is given. */
export const LOCAL_KEY: SigningKey = { privateKey: testAccount('factory-owner').privateKey };
