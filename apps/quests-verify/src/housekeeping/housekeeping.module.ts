import { Module } from '@nestjs/common';
import { Housekeeping } from './housekeeping.js';
import { HousekeepingRepository } from './housekeeping.repository.js';

@Module({ providers: [Housekeeping, HousekeepingRepository] })
export class HousekeepingModule {}
