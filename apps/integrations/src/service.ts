import { defineService } from '@questp/service-kit';
import { rewrapCommand } from '@questp/vault';
import { authorize } from './access/authorize.js';
import { FormerBucketsRepository } from './credentials/former-buckets.repository.js';
import { SEALED_TABLES } from './credentials/sealed-tables.js';
import { FileEvents } from './files/file-events.js';
import { FilesRepository } from './files/files.repository.js';
import { SweepFiles } from './files/sweep-files.js';
import { AccountEvents } from './oauth/account-events.js';
import { FlowsRepository } from './oauth/flows.repository.js';
import { GrantsRepository } from './oauth/grants.repository.js';
import { OperatorEvents } from './operators/operator-events.js';
import { CONFIG_SPEC } from './platform/config.js';
import { ProjectEvents } from './projects/project-events.js';
import { SigningSecretsRepository } from './projects/signing/signing-secrets.repository.js';
import { platform } from './platform/wing.js';
import { health } from './health/wing.js';
import { chainTransactions } from './chain-transactions/wing.js';
import { credentials } from './credentials/wing.js';
import { oauth } from './oauth/wing.js';
import { operators } from './operators/wing.js';
import { projects } from './projects/wing.js';
import { files } from './files/wing.js';

export const integrations = defineService({
  name: 'integrations',
  config: CONFIG_SPEC,
  wings: [platform, health, chainTransactions, credentials, oauth, operators, projects, files],
  authorize,
  listens: [OperatorEvents, AccountEvents, FileEvents, ProjectEvents],
  housekeeping: (get) => ({
    files: () => get(SweepFiles).sweep(),
    incomingFiles: () => get(SweepFiles).sweepIncoming(),
    formerBuckets: () => get(FormerBucketsRepository).purge(),
    fileQuotas: () => get(FilesRepository).deleteOldQuotas(),
    oauthFlows: () => get(FlowsRepository).purge(),
    oauthGrants: () => get(GrantsRepository).purge(),
    signingSecrets: () => get(SigningSecretsRepository).purge(),
  }),
  commands: { rewrap: rewrapCommand(SEALED_TABLES) },
});
