import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { checkIn, getCheckInStatus } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { CheckInToday } from './check-in-today.js';
import { ShowCheckInStatus } from './show-check-in-status.js';

@Injectable()
export class DailyCheckinHandlers {
  constructor(
    private readonly showStatus: ShowCheckInStatus,
    private readonly checkInToday: CheckInToday,
  ) {}

  @Rpc(getCheckInStatus)
  async status(request: RequestOf<typeof getCheckInStatus>) {
    return this.showStatus.run(request);
  }

  @Rpc(checkIn)
  async checkIn(request: RequestOf<typeof checkIn>) {
    return this.checkInToday.run(request);
  }
}
