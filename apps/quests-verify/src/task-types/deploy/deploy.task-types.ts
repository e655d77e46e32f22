import { FORMS, toAddress } from '@questp/messages/language';
import { address, chainId } from '../../catalog/definition/common-fields.js';
import { line, object, text } from '../../catalog/definition/json-schema.js';
import { reviewedLink } from '../../catalog/definition/reviewed-proof.js';
import { defineTaskType } from '../../catalog/definition/task-type.js';
import { chainType, txHash } from '../chain/chain-type.js';
import { defineFamily } from '../family/define-family.js';

/** Spec 2.4 "Developer", deployments. */
export const deploy = defineFamily({
  types: [
    chainType({
      id: 'dev_deploy_contract',
      name: 'Deploy Smart Contract',
      category: 'developer',
      config: object(
        {
          chainId: chainId(),
          codeChecksum: text('SHA-256 of the code, 64 lower-case hex characters; absent: any code.', 64, {
            pattern: FORMS.sha256.pattern.source,
          }),
        },
        ['chainId'],
      ),
      inputs: object({ contractAddress: address('Address of the deployed contract.'), txHash }, ['contractAddress']),
      seeks: ({ codeChecksum }, { contractAddress }) => ({
        kinds: ['instantiate'],
        asks: `instantiate ${contractAddress}${codeChecksum === undefined ? '' : ` of the code ${codeChecksum}`}`,
        matches: (act) =>
          act.instantiated?.includes(toAddress(contractAddress)) === true &&
          (codeChecksum === undefined || act.codeChecksum === undefined || act.codeChecksum === codeChecksum),
        isProven: (act) => codeChecksum === undefined || act.codeChecksum !== undefined,
      }),
      exampleConfig: { chainId: 'juno-1', codeChecksum: 'a'.repeat(64) },
      exampleInputs: { contractAddress: 'juno1contract' },
    }),
    defineTaskType({
      ...reviewedLink({ platform: line('Where the workload runs.', 100) }, ['instructions'], {
        instructions: 'Deploy a node and link its status page.',
        platform: 'Orbit Cloud',
      }),
      id: 'dev_deploy_workload',
      name: 'Deploy Workload',
      category: 'developer',
      automation: { level: 'manual' },
    }),
  ],
});
