import { Module } from '@nestjs/common';
import { BotCheckModule } from '../bot-check/bot-check.module.js';
import { AdmitPassword } from './admit-password.js';
import { CredentialAttemptsRepository } from './credential-attempts.repository.js';
import { Passwords } from './passwords.js';
import { UserPasswordsRepository } from './user-passwords.repository.js';

const PARTS = [AdmitPassword, CredentialAttemptsRepository, Passwords, UserPasswordsRepository];

/** What passwords of users and operators share, so that all of a process wait in one line. */
@Module({ imports: [BotCheckModule], providers: PARTS, exports: PARTS })
export class PasswordsModule {}
