import { defineFamily } from '../family/define-family.js';
import { FORMS } from '@questp/messages/language';
import { address, chainId } from '../../catalog/definition/common-fields.js';
import { line, object, text } from '../../catalog/definition/json-schema.js';
import { reviewedLink } from '../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD, defineTaskType, unavailable } from '../../catalog/definition/task-type.js';

/** Spec 2.4 "Developer", deployments. */
export const deploy = defineFamily({
  types: [
    defineTaskType({
      id: 'dev_deploy_contract',
      name: 'Deploy Smart Contract',
      category: 'developer',
      automation: { level: 'automatic' },
      methods: ['on_chain'],
      periods: ANY_PERIOD,
      config: object(
        {
          chainId: chainId(),
          codeChecksum: text('SHA-256 of the code, 64 lower-case hex characters; absent: any code.', 64, {
            pattern: FORMS.sha256.pattern.source,
          }),
        },
        ['chainId'],
      ),
      inputs: object({ contractAddress: address('Address of the deployed contract.') }, ['contractAddress']),
      ...unavailable('the chain reader'),
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
