import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import CosmjsEnvironment from './jest.cosmjs-environment.js';

/** Also hands the signing client of CosmJS to specs that use a node. */
export default class NodeEnvironment extends CosmjsEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.cosmjs = { SigningCosmWasmClient, DirectSecp256k1Wallet };
  }
}
