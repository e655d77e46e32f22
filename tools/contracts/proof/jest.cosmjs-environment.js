import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { connectQueries, connectSigning, keySigner } from '@questp/escrow-client/cosmjs';
import { TestEnvironment } from 'jest-environment-node';

/** Hands CosmJS, and what is built on it, to the specs: it is CommonJS that requires ES modules, which Jest's own loader refuses below Node 24.9. */
export default class CosmjsEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.cosmjs = { SigningCosmWasmClient, DirectSecp256k1Wallet };
    this.global.typedClients = { connectQueries, connectSigning, keySigner };
  }
}
