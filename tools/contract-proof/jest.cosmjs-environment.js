import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { TestEnvironment } from 'jest-environment-node';

/** Hands CosmJS to the specs: it is CommonJS that requires ES modules, which Jest's own loader refuses below Node 24.9. */
export default class CosmjsEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.cosmjs = { SigningCosmWasmClient, DirectSecp256k1Wallet };
  }
}
