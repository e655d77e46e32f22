import { Module } from '@nestjs/common';
import { AdminsModule } from '../admins/admins.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { WalletsModule } from '../wallets/wallets.module.js';
import { Housekeeping } from './housekeeping.js';

@Module({ imports: [AdminsModule, SessionsModule, WalletsModule], providers: [Housekeeping] })
export class HousekeepingModule {}
