import { Injectable } from '@nestjs/common';
import { testProjectEndpoint, type EndpointTest } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { testCheck } from '@questp/messages/quests';
import { newId } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { fullConfig } from '../../catalog/definition/secrets.js';
import { configOf } from '../../catalog/definition/task-type.js';
import { customRest, customRestConfig, projectCheckOf } from '../../task-types/custom/custom-rest.js';
import { emailHash } from '../../task-types/custom/identities.js';
import { QuestsRepository } from './quests.repository.js';

/** Calls the endpoint of a quest with sample identities. */
@Injectable()
export class TestCheck {
  constructor(
    private readonly questsRepository: QuestsRepository,
    private readonly bus: Bus,
  ) {}

  /** NOT_FOUND, WRONG_TASK_TYPE, RATE_LIMITED */
  @Rpc(testCheck)
  async execute(request: RequestOf<typeof testCheck>): Promise<EndpointTest> {
    const { projectId, campaignId, questId, userId, wallets = [], accounts = [], email } = request;
    const quest = await this.questsRepository.get({ projectId, campaignId }, questId);
    if (quest.taskTypeId !== customRest.id) throw new AppError('WRONG_TASK_TYPE');
    const { config: publicConfig, verificationConfig } = quest;
    const config = fullConfig({ publicConfig, verificationConfig });
    const { endpoint, identities, chainIds } = projectCheckOf(configOf(customRestConfig, customRest, config));
    const asks = (name: string) => identities.some((identity) => identity === name);
    return this.bus.call(testProjectEndpoint, {
      ...{ attemptId: newId(), projectId, questId, userId, endpoint, startsAt: null, endsAt: null },
      identities: {
        wallets: asks('wallet') ? wallets.filter(({ chainId }) => chainIds?.includes(chainId) ?? true) : [],
        accounts: accounts.filter(({ platform }) => asks(platform)),
        emailSha256: email !== undefined && (asks('email_hash') || asks('email')) ? emailHash(email) : null,
        email: email !== undefined && asks('email') ? email : null,
      },
    });
  }
}
