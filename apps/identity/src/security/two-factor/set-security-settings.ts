import { Injectable } from '@nestjs/common';
import { setSecuritySettings, type SecuritySettings } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { Revocations } from '../sessions/revocations.js';
import { SecuritySettingsRepository } from './security-settings.repository.js';

@Injectable()
export class SetSecuritySettings {
  constructor(
    private readonly database: Database,
    private readonly securitySettingsRepository: SecuritySettingsRepository,
    private readonly revocations: Revocations,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** Before the reply, gateways drop the cached principals of the operators concerned. */
  @Rpc(setSecuritySettings)
  async execute({
    actingAdminId,
    client,
    ...change
  }: RequestOf<typeof setSecuritySettings>): Promise<SecuritySettings> {
    const { settings, concerned } = await this.database.transaction(async (tx) => {
      const settings = { ...(await this.securitySettingsRepository.get(tx)), ...change };
      const concerned = await this.securitySettingsRepository.operatorsWithoutTwoFactor(tx);
      if (!(await this.securitySettingsRepository.set(tx, settings))) return { settings, concerned };
      for (const id of concerned) await this.revocations.record(tx, { family: 'admin', id });
      const actor = { type: 'admin', id: actingAdminId } as const;
      const details = { ...settings };
      await this.auditRepository.add(tx, {
        action: 'security_settings.changed',
        actor,
        subjectId: null,
        client,
        details,
      });
      return { settings, concerned };
    });
    // Repeated without a change: the process may have died between commit and broadcast.
    await Promise.all(concerned.map((id) => this.revocations.publish({ family: 'admin', id })));
    return settings;
  }
}
