import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SessionsModule } from '../security/sessions/sessions.module.js';
import { ApiKeysHandlers } from './api-keys.handlers.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { CreateApiKey } from './create-api-key.js';
import { KeyEvents } from './key-events.js';
import { LostKeys } from './lost-keys.js';
import { RevokeApiKey } from './revoke-api-key.js';

@Module({
  imports: [AuditModule, SessionsModule],
  controllers: [ApiKeysHandlers],
  providers: [ApiKeysRepository, CreateApiKey, KeyEvents, LostKeys, RevokeApiKey],
  exports: [ApiKeysRepository, KeyEvents],
})
export class ApiKeysModule {}
