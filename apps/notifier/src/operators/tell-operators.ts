import { Inject, Injectable } from '@nestjs/common';
import { listAdmins } from '@questp/messages/identity';
import { ADMIN_ROLES, ROLE_PERMISSIONS } from '@questp/messages/access';
import type { EventTypes } from '@questp/messages/tables';
import { newId, type Tx } from '@questp/postgres';
import { Bus, CONFIG } from '@questp/service';
import { mailText } from '../mail/mail-text.js';
import { MailRepository } from '../mail/mail.repository.js';
import type { Config } from '../shared/config.js';
import { EN } from '../texts/en.js';
import { OperatorPreferences } from './operator-preferences.js';

const PERMISSION = 'credentials:manage';
/** Operators of a role that are mailed. */
const MOST = 100;

/** Mails an incident of an integration to the operators who can act on it. */
@Injectable()
export class TellOperators {
  constructor(
    private readonly bus: Bus,
    private readonly preferences: OperatorPreferences,
    private readonly mails: MailRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(tx: Tx, { name, kind, detail }: EventTypes['integration.incident']): Promise<void> {
    const roles = ADMIN_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(PERMISSION));
    const [lists, muted] = await Promise.all([
      Promise.all(roles.map((role) => this.bus.call(listAdmins, { role, status: 'active', limit: MOST }))),
      this.preferences.mutedBy(tx, `integration.${kind}`),
    ]);
    const told = lists.flatMap(({ items }) => items).filter(({ id }) => !muted.has(id));
    const text = mailText(EN, `integration_${kind}`, { name, detail }, this.config.CONSOLE_URL);
    for (const { email } of told) await this.mails.enqueue(tx, newId(), email, text);
  }
}
