import * as tendermintRpc from '@cosmjs/tendermint-rpc';
import { TestEnvironment } from 'jest-environment-node';

/** Hands CosmJS to jest.tendermint-rpc.js: it is CommonJS that requires ES modules, which Jest's own loader refuses below Node 24.9. */
export default class CosmjsEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.tendermintRpc = tendermintRpc;
  }
}
