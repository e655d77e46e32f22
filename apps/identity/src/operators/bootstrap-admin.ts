import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { NEW_PASSWORD } from '@questp/messages/identity';
import { Database } from '@questp/postgres';
import { CONFIG, LOGGER, type Logger } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import type { Config } from '../shared/config.js';
import { AdminsRepository } from './admins.repository.js';
import { canonicalEmail, isEmail } from '../shared/email.js';
import { Passwords } from '../security/passwords/passwords.js';
import { isWeak } from '../security/passwords/weak-passwords.js';

/**
 * Creates the first super admin (spec 5.4) if there is no operator; later starts have no effect. The password comes
 * from the configuration and can only be used to change it.
 */
@Injectable()
export class BootstrapAdmin implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly adminsRepository: AdminsRepository,
    private readonly passwords: Passwords,
    private readonly auditRepository: AuditRepository,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { BOOTSTRAP_ADMIN_PASSWORD: password } = this.config;
    const email = canonicalEmail(this.config.BOOTSTRAP_ADMIN_EMAIL);
    if (!(await this.adminsRepository.isEmpty())) return;
    if (email === '' && password === '') {
      this.logger.warn('there is no operator; set BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD');
      return;
    }
    if (!isEmail(email)) throw new Error('BOOTSTRAP_ADMIN_EMAIL is not an e-mail address');
    const { length } = [...password];
    if (length < NEW_PASSWORD.min || length > NEW_PASSWORD.max) {
      throw new Error('BOOTSTRAP_ADMIN_PASSWORD must have 12 to 128 characters');
    }
    if (isWeak(password, [email])) throw new Error('BOOTSTRAP_ADMIN_PASSWORD is easy to guess');
    const passwordHash = await this.passwords.hash(password);
    await this.database.transaction(async (tx) => {
      const role = 'super_admin';
      const admin = await this.adminsRepository.insertFirst(tx, {
        email,
        passwordHash,
        role,
        mustChangePassword: true,
      });
      if (admin === undefined) return;
      const actor = { type: 'system', id: null } as const;
      const details = { email, role };
      await this.auditRepository.add(tx, {
        action: 'admin.created',
        actor,
        subjectId: admin.id,
        client: undefined,
        details,
      });
    });
  }
}
