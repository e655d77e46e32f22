import { Inject, Injectable } from '@nestjs/common';
import { listAdmins } from '@questp/messages/identity';
import { ADMIN_ROLES, ROLE_PERMISSIONS, type Permission } from '@questp/messages/access';
import type { OperatorNotificationType } from '@questp/messages/notifier';
import { newId, type Tx } from '@questp/postgres';
import { Bus, CONFIG } from '@questp/service';
import { mailText } from '../mail/mail-text.js';
import { MailRepository } from '../mail/mail.repository.js';
import type { Config } from '../shared/config.js';
import { EN } from '../texts/en.js';
import type { MailParams, MailTemplate } from '../texts/mail-params.js';
import { OperatorAlertsRepository } from './operator-alerts.repository.js';
import { OperatorPreferencesRepository } from './operator-preferences.repository.js';

/** Permission of the operators who can act on an alert. */
const PERMISSIONS: Readonly<Record<OperatorNotificationType, Permission>> = {
  'integration.down': 'credentials:manage',
  'integration.recovered': 'credentials:manage',
  'integration.quota_nearly_used': 'credentials:manage',
  'payouts.undecided': 'platform:manage',
  'payouts.objected': 'platform:manage',
  'escrow.balance_low': 'platform:manage',
  'escrow.contradiction': 'platform:manage',
  'escrow.deadline_near': 'platform:manage',
  'escrow.deadline_missed': 'platform:manage',
  'escrow.lane_blocked': 'platform:manage',
  'escrow.fees_capped': 'platform:manage',
  'chain.node_faulty': 'platform:manage',
  'chain.reset': 'platform:manage',
};
/** Maximum operators of a role that are mailed. */
const MAX_OPERATORS = 100;

/** Mails operators who can act on something, except those who muted it. */
@Injectable()
export class NotifyOperators {
  constructor(
    private readonly bus: Bus,
    private readonly operatorPreferencesRepository: OperatorPreferencesRepository,
    private readonly operatorAlertsRepository: OperatorAlertsRepository,
    private readonly mailRepository: MailRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute<T extends MailTemplate>(
    tx: Tx,
    type: OperatorNotificationType,
    template: T,
    params: MailParams[T],
  ): Promise<void> {
    const roles = ADMIN_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(PERMISSIONS[type]));
    const [lists, muted] = await Promise.all([
      Promise.all(roles.map((role) => this.bus.call(listAdmins, { role, status: 'active', limit: MAX_OPERATORS }))),
      this.operatorPreferencesRepository.mutedBy(tx, type),
    ]);
    const recipients = lists.flatMap(({ items }) => items).filter(({ id }) => !muted.has(id));
    const text = mailText(EN, template, params, this.config.CONSOLE_URL);
    for (const { email } of recipients) await this.mailRepository.enqueue(tx, newId(), email, text);
  }

  /** As `execute`, of a condition that lasts: at most one mail about a subject in six hours. */
  async remind<T extends MailTemplate>(
    tx: Tx,
    subject: string,
    type: OperatorNotificationType,
    template: T,
    params: MailParams[T],
  ): Promise<void> {
    if (await this.operatorAlertsRepository.admit(tx, type, subject)) await this.execute(tx, type, template, params);
  }
}
