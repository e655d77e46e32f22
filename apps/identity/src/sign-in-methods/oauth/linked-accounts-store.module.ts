import { Module } from '@nestjs/common';
import { LinkedAccountsRepository } from './linked-accounts.repository.js';

/** Apart, for what asks whether an account is a way in. */
@Module({ providers: [LinkedAccountsRepository], exports: [LinkedAccountsRepository] })
export class LinkedAccountsStoreModule {}
