import { Module } from '@nestjs/common';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { CheckInDaysRepository } from './check-in-days.repository.js';
import { CheckInToday } from './check-in-today.js';
import { DailyCheckinHandlers } from './daily-checkin.handlers.js';
import { ShowCheckInStatus } from './show-check-in-status.js';

@Module({
  imports: [PipelineModule],
  controllers: [DailyCheckinHandlers],
  providers: [CheckInDaysRepository, CheckInToday, ShowCheckInStatus],
})
export class DailyCheckinModule {}
