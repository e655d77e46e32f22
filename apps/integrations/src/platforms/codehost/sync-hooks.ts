import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { listWatchedRepositories } from '@questp/messages/quests';
import { BackgroundWorker, Bus, CONFIG, newCallContext, runInOwnContext } from '@questp/service';
import { Vault } from '@questp/vault';
import { openTokens } from '../../oauth/grant-tokens.js';
import { GrantsRepository } from '../../oauth/grants.repository.js';
import type { OAuthConfig } from '../../oauth/oauth-config.js';
import type { CodehostConfig } from './api.js';
import { addHook, findHook, removeHook } from './hooks-api.js';
import { HooksRepository, type Hook } from './hooks.repository.js';

const IDLE_MS = 1_000;

/**
 * Creates and removes webhooks, so that a project with a connection to the code host receives the events of the
 * repositories that its quests name. If the connected account does not administer a repository, no webhook is created,
 * and a quest is checked only when an earner submits it.
 */
@Injectable()
export class SyncHooks extends BackgroundWorker {
  constructor(
    private readonly bus: Bus,
    private readonly hooksRepository: HooksRepository,
    private readonly grantsRepository: GrantsRepository,
    private readonly vault: Vault,
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: CodehostConfig & OAuthConfig,
  ) {
    super({ name: 'sync-hooks', idleMs: IDLE_MS });
  }

  execute(): Promise<boolean> {
    const context = newCallContext(undefined, undefined, { name: 'sync hooks', kind: 'internal' });
    return runInOwnContext(context, () => this.step());
  }

  private async step(): Promise<boolean> {
    const projectId = await this.hooksRepository.takeProject();
    if (projectId !== undefined) {
      const { repositories } = await this.bus.call(listWatchedRepositories, { projectId });
      await this.hooksRepository.want(projectId, repositories);
    }
    await this.hooksRepository.endUnconnected();
    const hook = await this.hooksRepository.take();
    if (hook !== undefined) await (hook.endedAt === null ? this.create(hook) : this.takeBack(hook));
    return projectId !== undefined || hook !== undefined;
  }

  private async create(hook: Hook): Promise<void> {
    const caller = await this.callerOf(hook);
    if (caller === undefined) return;
    const { repository } = hook;
    const address = { url: this.urlOf(hook), secret: this.hooksRepository.secretOf(hook) };
    const created = await unlessUnavailable(async () => {
      // It exists if an earlier attempt failed before its id was stored.
      return (await findHook(caller, repository, address.url)) ?? (await addHook(caller, repository, address));
    });
    if (created !== undefined) await this.hooksRepository.created(hook, created);
  }

  private async takeBack(hook: Hook): Promise<void> {
    const caller = await this.callerOf(hook);
    const isDone =
      caller === undefined ||
      (await unlessUnavailable(async () => {
        const hookId = hook.hookId ?? (await findHook(caller, hook.repository, this.urlOf(hook)));
        if (hookId !== undefined) await removeHook(caller, hook.repository, String(hookId));
        return true;
      }));
    if (isDone === true || hook.isLate) await this.hooksRepository.remove(hook);
  }

  private urlOf({ id }: Hook): string {
    return `${this.config.PUBLIC_URL}/v1/codehost/webhook/${id}`;
  }

  /** Uses the grant that the webhook was created with, which is not revoked before the webhook is removed. */
  private async callerOf({ grantId }: Hook) {
    const grant = await this.grantsRepository.get(grantId);
    const token = grant && openTokens(this.vault, grant).get('accessToken')?.reveal();
    return token === undefined ? undefined : { egress: this.egress, config: this.config, token };
  }
}

async function unlessUnavailable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
