import type { Wing } from '@questp/service-kit';
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

export const users: Wing = {
  providers: [
    UsersHandlers,
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
};
