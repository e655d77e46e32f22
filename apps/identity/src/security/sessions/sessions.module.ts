import { Module } from '@nestjs/common';
import { EndSessions } from './end-sessions.js';
import { Revocations } from './revocations.js';
import { SessionsHandlers } from './sessions.handlers.js';
import { SessionsRepository } from './sessions.repository.js';

@Module({
  controllers: [SessionsHandlers],
  providers: [SessionsRepository, EndSessions, Revocations],
  exports: [SessionsRepository, Revocations],
})
export class SessionsModule {}
