import { Controller } from '@nestjs/common';
import { checkIn, getCheckInStatus, type RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { checkInToday } from './check-in-today.js';
import { checkInStatus } from './check-in-status.js';

@Controller()
export class DailyCheckinHandlers {
  constructor(private readonly db: Database) {}

  @Rpc(getCheckInStatus)
  async status(request: RequestOf<typeof getCheckInStatus>) {
    return checkInStatus(this.db, request);
  }

  @Rpc(checkIn)
  async checkIn(request: RequestOf<typeof checkIn>) {
    return checkInToday(this.db, request);
  }
}
