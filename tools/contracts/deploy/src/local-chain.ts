import { testAccount } from '@questp/chain';
import { DEFAULTS, type FactoryConfig } from './factory-config.js';

const address = (name: string): string => testAccount(name).address;

/** RPC of `npx nx run chain:start`; LOCAL_CHAIN_RPC where it was started with another port. */
export const LOCAL_NODE = process.env['LOCAL_CHAIN_RPC'] ?? 'http://127.0.0.1:26657';

/** It asks for no fee. */
export const LOCAL_GAS_PRICE = '0ustake';

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
export const LOCAL_KEY = { privateKey: testAccount('factory-owner').privateKey };
