import { Module } from '@nestjs/common';
import { CredentialAttemptsRepository } from './credential-attempts.repository.js';
import { Passwords } from './passwords.js';
import { UserPasswordsRepository } from './user-passwords.repository.js';

const PARTS = [CredentialAttemptsRepository, Passwords, UserPasswordsRepository];

/** What passwords of users and operators share, so that all of a process wait in one line. */
@Module({ providers: PARTS, exports: PARTS })
export class PasswordsModule {}
