import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { MethodHashesModule } from '../security/method-hashes/method-hashes.module.js';
import { SessionsModule } from '../security/sessions/sessions.module.js';
import { TwoFactorModule } from '../security/two-factor/two-factor.module.js';
import { ChangeStatus } from './change-status.js';
import { FindUsers } from './find-users.js';
import { OpenUserSession } from './open-user-session.js';
import { PublicProfilesRepository } from './public-profiles.repository.js';
import { SignUp } from './sign-up.js';
import { UpdateProfile } from './update-profile.js';
import { UserChanges } from './user-changes.js';
import { UsernameClaimsRepository } from './username-claims.repository.js';
import { UsersHandlers } from './users.handlers.js';
import { UsersRepository } from './users.repository.js';

@Module({
  imports: [ApiKeysModule, AuditModule, MethodHashesModule, SessionsModule, TwoFactorModule],
  controllers: [UsersHandlers],
  providers: [
    UsersRepository,
    UsernameClaimsRepository,
    PublicProfilesRepository,
    FindUsers,
    UserChanges,
    UpdateProfile,
    ChangeStatus,
    SignUp,
    OpenUserSession,
  ],
  exports: [PublicProfilesRepository, UsersRepository, UserChanges, SignUp, OpenUserSession],
})
export class UsersModule {}
