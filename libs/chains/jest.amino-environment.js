import * as amino from '@cosmjs/amino';
import { TestEnvironment } from 'jest-environment-node';

/** Hands CosmJS to the specs: it is CommonJS that requires ES modules, which Jest's own loader refuses below Node 24.9. */
export default class AminoEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.amino = amino;
  }
}
