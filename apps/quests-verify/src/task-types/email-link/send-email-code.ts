import { Injectable } from '@nestjs/common';
import { askForQuestEmailCode } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { sendEmailLinkCode, verifyEmailLink } from '@questp/messages/quests';
import { Bus, Rpc } from '@questp/service';
import { configOf } from '../../catalog/definition/task-type.js';
import { assertActive, assertCompletedBy, assertOpen } from '../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { domainOf, domainRefusal, isAllowedDomain, withAsciiDomain } from './email-domain.js';
import { emailLinkConfig } from './email-link.task-types.js';

/**
 * Mails a code to an address of an accepted domain, for a quest that is open to the earner.
 * EMAIL_DOMAIN_NOT_ALLOWED, RATE_LIMITED
 */
@Injectable()
export class SendEmailCode {
  constructor(
    private readonly bus: Bus,
    private readonly questEntryRepository: QuestEntryRepository,
  ) {}

  @Rpc(sendEmailLinkCode)
  async execute({ userId, questId, email }: RequestOf<typeof sendEmailLinkCode>) {
    const entry = await this.questEntryRepository.read({ userId, questId });
    assertActive(entry);
    assertCompletedBy(entry, verifyEmailLink);
    assertOpen(entry);
    const { projectId, projectName, title: questTitle } = entry.quest;
    const { allowedDomains, mailIntro: intro = null } = configOf(emailLinkConfig, entry.type, entry.quest.config);
    const address = withAsciiDomain(email);
    if (!isAllowedDomain(allowedDomains, domainOf(address)))
      throw new AppError('EMAIL_DOMAIN_NOT_ALLOWED', { detail: domainRefusal(allowedDomains) });
    const quest = { projectId, projectName, questTitle, intro };
    return this.bus.call(askForQuestEmailCode, { userId, questId, email: address, ...quest });
  }
}
