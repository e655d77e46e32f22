import type { Wing } from '@questp/service-kit';
import { AccessTokens } from './access-tokens.js';
import { AccountEvents } from './account-events.js';
import { ApplicationTokens } from './application-tokens.js';
import { BeginFlow } from './begin-flow.js';
import { OAuthClients } from './clients.js';
import { FinishFlow } from './finish-flow.js';
import { FlowsRepository } from './flows.repository.js';
import { GiveBackGrants } from './give-back-grants.js';
import { GrantsRepository } from './grants.repository.js';
import { OAuthHandlers } from './oauth.handlers.js';
import { ReadHandle } from './read-handle.js';
import { RedeemCode } from './redeem-code.js';
import { RenewTokens } from './renew-tokens.js';
import { StartFlow } from './start-flow.js';

export const oauth: Wing = {
  providers: [
    OAuthHandlers,
    FlowsRepository,
    GrantsRepository,
    OAuthClients,
    StartFlow,
    BeginFlow,
    FinishFlow,
    RedeemCode,
    AccessTokens,
    ApplicationTokens,
    ReadHandle,
    GiveBackGrants,
    RenewTokens,
    AccountEvents,
  ],
  listens: [AccountEvents],
  purges: (get) => ({
    oauthFlows: () => get(FlowsRepository).purge(),
    oauthGrants: () => get(GrantsRepository).purge(),
  }),
};
