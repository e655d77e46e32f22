import { Module } from '@nestjs/common';
import { HousekeepingRepository } from './housekeeping.repository.js';

@Module({ providers: [HousekeepingRepository] })
export class HousekeepingModule {}
