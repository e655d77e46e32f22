import { Module } from '@nestjs/common';
import { DailyCheckinHandlers } from './daily-checkin.handlers.js';

@Module({ controllers: [DailyCheckinHandlers] })
export class DailyCheckinModule {}
