import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { EgressModule } from '../platform/egress.module.js';
import { vaultProvider } from '@questp/vault';
import { AccessTokens } from './access-tokens.js';
import { AccountEvents } from './account-events.js';
import { AskProvider } from './ask-provider.js';
import { BeginFlow } from './begin-flow.js';
import { OAuthClients } from './clients.js';
import { FinishFlow } from './finish-flow.js';
import { FlowsRepository } from './flows.repository.js';
import { GiveBackGrants } from './give-back-grants.js';
import { GrantsRepository } from './grants.repository.js';
import { OAuthHandlers } from './oauth.handlers.js';
import { ReadHandle } from './read-handle.js';
import { RedeemCode } from './redeem-code.js';
import { StartFlow } from './start-flow.js';

@Module({
  imports: [CredentialsModule, EgressModule],
  controllers: [OAuthHandlers],
  providers: [
    vaultProvider,
    FlowsRepository,
    GrantsRepository,
    AskProvider,
    OAuthClients,
    StartFlow,
    BeginFlow,
    FinishFlow,
    RedeemCode,
    AccessTokens,
    ReadHandle,
    GiveBackGrants,
    AccountEvents,
  ],
  exports: [StartFlow, RedeemCode, GrantsRepository, AccessTokens],
})
export class OAuthModule {}
