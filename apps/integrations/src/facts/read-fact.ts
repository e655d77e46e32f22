import { Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import type {
  Charged,
  ConnectionProvider,
  CredentialProvider,
  Fact,
  FactStatus,
  NeededAccount,
} from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import type { OAuthProvider } from '@questp/messages/shared';
import { timeLeft } from '@questp/service';
import { LinkedAccounts } from '../webhooks/account-links/linked-accounts.js';
import { ScopedAccountsRepository } from '../webhooks/account-links/scoped-accounts.repository.js';
import { ConnectionToken } from '../connections/connection-token.js';
import { ConnectionsRepository } from '../connections/connections.repository.js';
import { Credentials, reveal } from '../credentials/credentials.js';
import { AccessTokens } from '../oauth/access-tokens.js';
import { ApplicationTokens } from '../oauth/application-tokens.js';
import type { Values } from '../description/authorization.js';
import { GrantsRepository, type Grant } from '../oauth/grants.repository.js';
import { UnusableAnswer } from '../outbound/described-json.js';
import {
  FactFailure,
  type Access,
  type PlatformApi,
  type PlatformCalls,
  type PlatformRead,
} from '../description/platform-fact.js';
import type { PlatformConfig } from '../description/platform.js';
import { Platforms } from '../description/platforms.js';
import { ChargeRequests } from '../spend/charge-requests.js';
import { ShareAnswers } from './share-answers.js';
import { sendCall } from './send-calls.js';

/** For a fact with its token and all its requests. Milliseconds. */
const READING_MS = 3_500;
/** Milliseconds before the caller's deadline that are kept for sending the reply. */
const REPLY_MS = 500;

/** The status of a fact whose authorization could not be had, by the error that says why. */
const STATUSES: Readonly<Record<string, Exclude<FactStatus, 'found'>>> = {
  ACCOUNT_RELINK_NEEDED: 'relink',
  OAUTH_NOT_AVAILABLE: 'unsupported',
  OAUTH_FAILED: 'unsupported',
  OAUTH_UNAVAILABLE: 'unavailable',
  SERVICE_UNAVAILABLE: 'unavailable',
  UPSTREAM_TIMEOUT: 'unavailable',
};

/** The request of a fact; its members depend on whose authorization it is read with. */
interface FactRequest extends Charged {
  userId?: string;
  projectId?: string;
}

type Described = Pick<PlatformApi<PlatformConfig>, 'title' | 'relink'>;

interface Linked {
  accountId: string;
  grant?: Grant;
}

interface Authorized {
  access: Access;
  /** The grant, connection or platform that the authorization belongs to. */
  holder: string;
  /** Account id of the project's connection. */
  connectedId?: string;
  /** The failure to answer with when the platform refuses the authorization. */
  refused: () => Promise<FactFailure>;
}

/** Reads any fact of a platform: as the earner, as the project, or as the platform's own application or bot. */
@Injectable()
export class ReadFact {
  constructor(
    private readonly platforms: Platforms,
    private readonly linkedAccounts: LinkedAccounts,
    private readonly accessTokens: AccessTokens,
    private readonly grantsRepository: GrantsRepository,
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly connectionToken: ConnectionToken,
    private readonly applicationTokens: ApplicationTokens,
    private readonly credentials: Credentials,
    private readonly egress: Egress,
    private readonly shareAnswers: ShareAnswers,
    private readonly scopedAccountsRepository: ScopedAccountsRepository,
    private readonly chargeRequests: ChargeRequests,
  ) {}

  async execute<Request extends object, Value extends object>(
    provider: CredentialProvider,
    fact: PlatformRead<Request, Value>,
    request: Request & FactRequest,
  ): Promise<Fact<Value>> {
    const { api } = this.platforms.of(provider);
    if (api === undefined) throw new Error(`The description of ${provider} has no API`);
    try {
      const signal = AbortSignal.timeout(timeLeft(READING_MS, REPLY_MS));
      return await Promise.race([this.read(provider, api, fact, request, signal), late(api, signal)]);
    } catch (error) {
      const failure = toFailure(error, api);
      if (failure === undefined) throw error;
      const { status, message, retryAt } = failure;
      return { status, value: null, detail: message, retryAt: retryAt?.toISOString() ?? null };
    }
  }

  private async read<Request extends object, Value extends object>(
    provider: CredentialProvider,
    api: PlatformApi<PlatformConfig>,
    fact: PlatformRead<Request, Value>,
    request: Request & FactRequest,
    signal: AbortSignal,
  ): Promise<Fact<Value>> {
    const { account } = fact.contract;
    const linked = account && (await this.linkedTo(api, account, request));
    const {
      access,
      refused,
      holder,
      connectedId = '',
    } = await this.authorize(provider, api, fact, request, linked?.grant);
    const { payer } = request;
    const quota = api.quota?.(this.platforms.config);
    const isOfQuota = quota?.as === undefined || quota.as === fact.as;
    const charged = {
      provider,
      title: api.title,
      cost: fact.contract.cost,
      quota: isOfQuota ? quota : undefined,
      payer,
      userId: request.userId,
    };
    const admit = () => this.chargeRequests.admit(charged);
    const caller = { egress: this.egress, provider, api, access, refused, signal, admit };
    const ask = (path: string, query?: object, sharedSeconds?: number) => {
      const send = () => sendCall(caller, path, query);
      const source = [provider, holder, path, ...(query === undefined ? [] : [JSON.stringify(query)])];
      if (sharedSeconds === undefined) return send();
      return this.shareAnswers.execute(source, sharedSeconds, { payer, read: send });
    };
    const accountId =
      account?.isScoped === true ? await this.scopedId(provider, connectedId, linked) : linked?.accountId;
    const calls: PlatformCalls = {
      accountId: accountId ?? '',
      connectedId,
      get: (path, sharedSeconds) => ask(path, undefined, sharedSeconds),
      post: ask,
    };
    const value = await fact.read(calls, request);
    if (value !== null) return { status: 'found', value, detail: null, retryAt: null };
    return { status: 'not_found', value, detail: `The ${api.title} does not have it.`, retryAt: null };
  }

  /** The account of the user, with its grant where the platform gives tokens. ACCOUNT_RELINK_NEEDED */
  private async linkedTo(
    api: PlatformApi<PlatformConfig>,
    account: NeededAccount,
    { userId = '' }: FactRequest,
  ): Promise<Linked> {
    const link = await this.linkedAccounts.of(account, userId);
    if ('problem' in link) throw relink(api, link.problem);
    const { grantId, accountId } = link;
    if (grantId === null) return { accountId };
    const grant = await this.grantsRepository.get(grantId);
    if (grant === undefined) throw new AppError('ACCOUNT_RELINK_NEEDED');
    return { accountId: grant.accountId, grant };
  }

  /** The id that the linked account has for the connected one. ACCOUNT_RELINK_NEEDED */
  private async scopedId(provider: CredentialProvider, scope: string, linked: Linked | undefined): Promise<string> {
    const found = linked && (await this.scopedAccountsRepository.scopedId({ provider, scope }, linked.accountId));
    if (found === undefined) throw new AppError('ACCOUNT_RELINK_NEEDED');
    return found;
  }

  private authorize(
    provider: CredentialProvider,
    api: PlatformApi<PlatformConfig>,
    { as }: Pick<PlatformRead, 'as'>,
    { projectId = '' }: FactRequest,
    grant: Grant | undefined,
  ): Promise<Authorized> {
    switch (as) {
      case 'earner':
        return this.asEarner(api, grant);
      case 'project':
        return this.asProject(provider as ConnectionProvider, api, projectId);
      case 'platform':
        return this.asPlatform(provider, api);
    }
  }

  private async asEarner(api: PlatformApi<PlatformConfig>, linked: Grant | undefined): Promise<Authorized> {
    const { earner, title } = api;
    if (earner === undefined || linked === undefined)
      throw new Error(`Facts of the ${title} are not read with tokens of earners`);
    const { grant, token } = await this.accessTokens.of(linked.id);
    return {
      access: earner(token.reveal(), this.platforms.config),
      holder: grant.id,
      refused: () => this.refuse(() => this.accessTokens.refuse(grant), relink(api)),
    };
  }

  private async asProject(
    provider: ConnectionProvider,
    { project, title }: PlatformApi<PlatformConfig>,
    projectId: string,
  ): Promise<Authorized> {
    if (project === undefined) throw new Error(`The ${title} is not read as projects`);
    const reconnect = new FactFailure('unsupported', `The team has to connect the project to the ${title} again.`);
    const connection = await this.connectionsRepository.get(projectId, provider);
    if (connection === undefined) throw reconnect;
    try {
      const { token, refuse } = await this.connectionToken.of(connection);
      const refused = async () => (refuse === undefined ? reconnect : this.refuse(refuse, reconnect));
      return {
        access: project(token, this.platforms.config),
        refused,
        holder: `project ${projectId}`,
        connectedId: connection.accountId,
      };
    } catch (error) {
      throw error instanceof AppError && error.code === 'ACCOUNT_RELINK_NEEDED' ? reconnect : error;
    }
  }

  private async asPlatform(
    provider: CredentialProvider,
    { platform, title }: PlatformApi<PlatformConfig>,
  ): Promise<Authorized> {
    if (platform === undefined) throw new Error(`The ${title} is not read as the platform`);
    const values = reveal((await this.credentials.read(provider)).values);
    const missing = platform.needs.filter((name) => values[name] === undefined);
    if (missing.length > 0) throw new AppError('OAUTH_NOT_AVAILABLE');
    if (platform.byToken) return this.byApplicationToken(provider as OAuthProvider, platform, title, values);
    const refused = () =>
      Promise.resolve(
        new FactFailure('unsupported', `The ${title} refuses the credentials; an operator has to renew them.`),
      );
    return { access: platform.access(values, this.platforms.config), holder: 'platform', refused };
  }

  private async byApplicationToken(
    provider: OAuthProvider,
    { access }: Required<PlatformApi<PlatformConfig>>['platform'],
    title: string,
    values: Values,
  ): Promise<Authorized> {
    const accessToken = await this.applicationTokens.of(provider);
    const refused = () => {
      this.applicationTokens.forget(provider);
      return Promise.resolve(new FactFailure('unavailable', `The ${title} refuses the token of the application.`));
    };
    return { access: access({ ...values, accessToken }, this.platforms.config), holder: 'platform', refused };
  }

  /** Marks a refused grant or connection, and returns the failure. */
  private async refuse(mark: () => Promise<never>, failure: FactFailure): Promise<FactFailure> {
    await mark().catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
    return failure;
  }
}

/** Rejects when the time is over. A token that is renewed then is renewed for the next check. */
const late = ({ title }: Described, signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const failure = new FactFailure('unavailable', `The ${title} does not answer at the moment.`);
    signal.addEventListener('abort', () => reject(failure), { once: true });
  });

const relink = (
  { title, relink: detail = `Link your account of the ${title}, or link it again.` }: Described,
  status: 'not_linked' | 'relink' = 'relink',
) => new FactFailure(status, detail);

/** Undefined for a defect. */
function toFailure(error: unknown, api: Described): FactFailure | undefined {
  const { title } = api;
  if (error instanceof FactFailure) return error;
  if (error instanceof UnusableAnswer) {
    return new FactFailure('unavailable', `The ${title} answers in a form that its API does not describe.`);
  }
  if (!(error instanceof AppError)) return undefined;
  switch (STATUSES[error.code]) {
    case 'relink':
      return relink(api);
    case 'unsupported':
      return new FactFailure('unsupported', `The ${title} is not set up on this platform.`);
    case 'unavailable':
      return new FactFailure('unavailable', `The ${title} does not answer at the moment.`);
    default:
      return undefined;
  }
}
