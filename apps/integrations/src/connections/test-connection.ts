import { Injectable } from '@nestjs/common';
import { Egress, type EgressOutcome } from '@questp/egress';
import { testProjectConnection, type ConnectionProvider, type ConnectionTest } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Bus, Rpc } from '@questp/service';
import { findingOf, inTime, jsonOf, type Finding } from '../outbound/finding.js';
import {
  FactFailure,
  type Access,
  type PlatformAnswer,
  type PlatformApi,
  type PlatformCalls,
} from '../description/platform-fact.js';
import type { PlatformConfig } from '../description/platform.js';
import { Platforms } from '../description/platforms.js';
import { failureOf } from '../description/retry-at.js';
import { ConnectionToken } from './connection-token.js';
import { ConnectionsRepository, type Connection } from './connections.repository.js';
import { ProjectAccess } from '../access/project-access.js';

const TIMEOUT_MS = 4_000;
/** The detail of a test has room for these. */
const MAX_PROBLEMS = 10;

@Injectable()
export class TestConnection {
  constructor(
    private readonly bus: Bus,
    private readonly platforms: Platforms,
    private readonly projectAccess: ProjectAccess,
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly connectionToken: ConnectionToken,
    private readonly egress: Egress,
  ) {}

  @Rpc(testProjectConnection)
  async execute({ projectId, provider, userId }: RequestOf<typeof testProjectConnection>): Promise<ConnectionTest> {
    await this.projectAccess.requireAdmin(projectId, userId);
    const connection = await this.connectionsRepository.get(projectId, provider);
    const checkedAt = new Date().toISOString();
    if (connection === undefined)
      return { outcome: 'not_set', detail: 'The project is not connected to the platform.', checkedAt };
    return { ...(await inTime(this.find(connection))), checkedAt };
  }

  private async find(connection: Connection): Promise<Finding> {
    const { projectId, provider, accountId } = connection;
    const { connection: described, api } = this.platforms.of(provider);
    const { test, shows, problems } = described;
    try {
      const { token, refuse } = await this.connectionToken.of(connection);
      const { url, authorization } = test({ token, accountId }, this.platforms.config);
      const answer = await this.send(provider, url, authorization === undefined ? {} : { authorization });
      if (answer.outcome === 'answered' && answer.status === 401) await refuse?.();
      const found = findingOf(answer, shows);
      if (found.outcome !== 'works' || problems === undefined || api === undefined) return found;
      const get = this.reader(provider, api, token);
      const wrong = await problems({ projectId, accountId, bus: this.bus, get });
      if (wrong.length === 0) return found;
      return { outcome: 'misconfigured', detail: wrong.slice(0, MAX_PROBLEMS).join(' ') };
    } catch (error) {
      if (error instanceof FactFailure) {
        return { outcome: error.status === 'unavailable' ? 'no_answer' : 'misconfigured', detail: error.message };
      }
      if (!(error instanceof AppError) || error.code !== 'ACCOUNT_RELINK_NEEDED') throw error;
      return { outcome: 'refused', detail: 'The platform no longer accepts the connection; connect it again.' };
    }
  }

  /** Sends GET requests as those of facts. */
  private reader(provider: ConnectionProvider, api: PlatformApi<PlatformConfig>, token: string): PlatformCalls['get'] {
    const access = api.project?.(token, this.platforms.config);
    if (access === undefined) throw new Error(`The ${api.title} is not read as projects`);
    return async (path) => {
      const answer = await this.send(provider, `${access.baseUrl}${path}`, access.headers);
      const silent = new FactFailure('unavailable', `The ${api.title} does not answer at the moment.`);
      if (answer.outcome !== 'answered') throw silent;
      const { status, headers, body } = answer;
      const read: PlatformAnswer = { status, headers, json: jsonOf(body) };
      const failure = failureOf(api, read);
      if (failure !== undefined || read.json === undefined) throw failure ?? silent;
      return read;
    };
  }

  private send(provider: ConnectionProvider, url: string, headers: Access['headers']): Promise<EgressOutcome> {
    return this.egress.get(url, {
      destination: provider,
      namedBy: 'platform',
      headers: { accept: 'application/json', ...headers },
      timeoutMs: TIMEOUT_MS,
      follow: true,
    });
  }
}
