import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { EmailsModule } from '../email/emails.module.js';
import { PasswordsModule } from '../../security/passwords/passwords.module.js';
import { SessionsModule } from '../../security/sessions/sessions.module.js';
import { UsersModule } from '../../users/users.module.js';
import { ChangePassword } from './change-password.js';
import { SetPasswordByCode } from './set-password-by-code.js';
import { SignInWithPassword } from './sign-in-with-password.js';
import { UserPasswordsHandlers } from './user-passwords.handlers.js';

@Module({
  imports: [AuditModule, EmailsModule, PasswordsModule, SessionsModule, UsersModule],
  controllers: [UserPasswordsHandlers],
  providers: [SetPasswordByCode, SignInWithPassword, ChangePassword],
})
export class UserPasswordsModule {}
