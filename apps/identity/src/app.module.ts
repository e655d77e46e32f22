import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { EVENT_CONSUMER, Events, type EventSubscription } from '@questp/events';
import { AdminsModule } from './admins/admins.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { UsersModule } from './users/users.module.js';
import { WalletsModule } from './wallets/wallets.module.js';

/** Identity tells of users and operators; it listens to no events. */
const subscription: EventSubscription = { service: 'identity', handlers: {} };

@Module({
  imports: [
    PlatformModule,
    ScheduleModule.forRoot(),
    AuditModule,
    TokensModule,
    SessionsModule,
    UsersModule,
    WalletsModule,
    AdminsModule,
    ApiKeysModule,
    HousekeepingModule,
  ],
  providers: [Events, { provide: EVENT_CONSUMER, useValue: subscription }],
})
export class AppModule {}
