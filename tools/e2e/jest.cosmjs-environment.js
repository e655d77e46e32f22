import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { SigningStargateClient } from '@cosmjs/stargate';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { TestEnvironment } from 'jest-environment-node';

/** Hands CosmJS to the specs: it is CommonJS that requires ES modules, which Jest's own loader refuses below Node 24.9. */
export default class CosmjsEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.cosmjs = { DirectSecp256k1Wallet, SigningStargateClient, TxRaw };
  }
}
