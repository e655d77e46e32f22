import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { defineService } from '@questp/service-kit';
import { chainRegistry } from '@questp/service-kit/chains';
import { operatorAccess, OperatorEvents } from '@questp/service-kit/operators';
import { rewrapCommand, sealedTablesCheck } from '@questp/vault';
import { authorize } from './access/authorize.js';
import { access } from './access/wing.js';
import { LinkEvents } from './webhooks/account-links/link-events.js';
import { LinkTokensRepository } from './webhooks/account-links/link-tokens.repository.js';
import { accountLinks } from './webhooks/account-links/wing.js';
import { chains } from './chains/wing.js';
import { configOf } from './config.js';
import { ProjectEvents } from './connections/project-events.js';
import { connections } from './connections/wing.js';
import { FormerBucketsRepository } from './files/storage/former-buckets.repository.js';
import { credentials } from './credentials/wing.js';
import { escrowKeys } from './escrow-keys/wing.js';
import { FileEvents } from './files/file-events.js';
import { FilesRepository } from './files/files.repository.js';
import { SweepFiles } from './files/sweep-files.js';
import { files } from './files/wing.js';
import { health } from './health/wing.js';
import { HandleUpdate } from './platforms/messenger/handle-update.js';
import { LatestUpdatesRepository } from './platforms/messenger/latest-updates.repository.js';
import { MessengerEvents } from './platforms/messenger/messenger-events.js';
import { messenger } from './platforms/messenger/wing.js';
import { AccountEvents } from './oauth/account-events.js';
import { SharedAnswersRepository } from './facts/shared-answers.repository.js';
import { facts } from './facts/wing.js';
import { FlowsRepository } from './oauth/flows.repository.js';
import { GrantsRepository } from './oauth/grants.repository.js';
import { oauth } from './oauth/wing.js';
import { outbound } from './outbound/wing.js';
import { description } from './description/wing.js';
import type { PlatformList } from './description/platforms.js';
import { PLATFORMS } from './platforms/index.js';
import { SEALED_TABLES } from './sealed-tables.js';
import { SigningSecretsRepository } from './signing/signing-secrets.repository.js';
import { signing } from './signing/wing.js';
import { HandleMessage } from './platforms/photosite/handle-message.js';
import { photosite } from './platforms/photosite/wing.js';
import { HandleEvent } from './platforms/codehost/handle-event.js';
import { DELIVERY_HANDLERS } from './description/delivery-handler.js';
import { ChargesRepository } from './spend/charges.repository.js';
import { SpendRepository } from './spend/spend.repository.js';
import { spend } from './spend/wing.js';

import { SpacesRepository } from './platforms/microblog/spaces.repository.js';
import { spaces } from './platforms/microblog/wing.js';
import { DeliveriesRepository } from './webhooks/deliveries.repository.js';
import { webhooks } from './webhooks/wing.js';

const deliveryHandlers = {
  providers: [
    {
      provide: DELIVERY_HANDLERS,
      useFactory: (...handlers: unknown[]) => handlers,
      inject: [HandleUpdate, HandleMessage, HandleEvent],
    },
  ],
};
const seals = { providers: [sealedTablesCheck(SEALED_TABLES)] };

/** The service with these platforms. */
export const integrationsWith = (platforms: PlatformList) =>
  defineService({
    name: 'integrations',
    config: configOf(platforms),
    wings: [
      chainRegistry,
      operatorAccess(setCredentialOperatorAccess),
      outbound,
      access,
      description(platforms),
      spend,
      chains,
      credentials,
      escrowKeys,
      oauth,
      signing,
      connections,
      webhooks,
      accountLinks,
      messenger,
      photosite,
      deliveryHandlers,
      facts(platforms),
      spaces,
      files,
      health,
      seals,
    ],
    authorize,
    listens: [OperatorEvents, AccountEvents, FileEvents, LinkEvents, MessengerEvents, ProjectEvents],
    housekeeping: (get) => ({
      files: () => get(SweepFiles).sweep(),
      incomingFiles: () => get(SweepFiles).sweepIncoming(),
      formerBuckets: () => get(FormerBucketsRepository).purge(),
      fileQuotas: () => get(FilesRepository).deleteOldQuotas(),
      oauthFlows: () => get(FlowsRepository).purge(),
      deliveries: () => get(DeliveriesRepository).purge(),
      latestUpdates: () => get(LatestUpdatesRepository).purge(),
      linkTokens: () => get(LinkTokensRepository).purge(),
      oauthGrants: () => get(GrantsRepository).purge(),
      sharedAnswers: () => get(SharedAnswersRepository).purge(),
      quotas: () => get(ChargesRepository).purgeQuotas(),
      spend: () => get(SpendRepository).purge(),
      microblogSpaces: () => get(SpacesRepository).purge(),
      signingSecrets: () => get(SigningSecretsRepository).purge(),
    }),
    commands: { rewrap: rewrapCommand(SEALED_TABLES) },
  });

export const integrations = integrationsWith(PLATFORMS);
