import { Injectable } from '@nestjs/common';
import { getEmail } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { getEmailLinkStatus, verifyEmailLink, type EmailLinkStatus } from '@questp/messages/quests';
import { Bus, Rpc } from '@questp/service';
import { configOf } from '../../catalog/definition/task-type.js';
import { assertCompletedBy } from '../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { domainOf, isAllowedDomain } from './email-domain.js';
import { emailLinkConfig } from './email-link.task-types.js';

/** The address of the account, and whether it completes the quest (spec 4.2). */
@Injectable()
export class ShowEmailLinkStatus {
  constructor(
    private readonly bus: Bus,
    private readonly questEntryRepository: QuestEntryRepository,
  ) {}

  @Rpc(getEmailLinkStatus)
  async execute(who: RequestOf<typeof getEmailLinkStatus>): Promise<EmailLinkStatus> {
    const entry = await this.questEntryRepository.read(who);
    assertCompletedBy(entry, verifyEmailLink);
    const { allowedDomains, reuseLinkedEmail } = configOf(emailLinkConfig, entry.type, entry.quest.config);
    const { email: linkedEmail } = await this.bus.call(getEmail, { userId: who.userId });
    const domainMatches = linkedEmail === null ? null : isAllowedDomain(allowedDomains, domainOf(linkedEmail));
    return { linkedEmail, domainMatches, canSkipOtp: reuseLinkedEmail && domainMatches === true };
  }
}
