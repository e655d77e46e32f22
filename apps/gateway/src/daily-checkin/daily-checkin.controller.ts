import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { checkIn, getCheckInStatus, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser } from '../edge/request.js';
import { EARNING_ERRORS } from '../openapi/earning-errors.js';
import { Endpoint } from '../openapi/endpoint.js';
import { CheckInDto, CheckInStatusDto } from './daily-checkin.dto.js';

@ApiTags('daily-checkin')
@Controller('v1/quests/:questId/daily-checkin')
export class DailyCheckinController {
  constructor(private readonly bus: Bus) {}

  @Get('status')
  @Endpoint({
    id: 'getCheckInStatus',
    summary: 'Whether the own account can check in now, and its streak',
    reply: CheckInStatusDto,
    errors: ['WRONG_TASK_TYPE'],
  })
  status(@CurrentUser() { userId }: UserPrincipal, @Param('questId') questId: string) {
    return this.bus.call(getCheckInStatus, { userId, questId });
  }

  @Post('check-in')
  @Endpoint({
    id: 'checkIn',
    summary: 'Checks in for the current UTC day',
    reply: CheckInDto,
    errors: EARNING_ERRORS,
  })
  checkIn(@CurrentUser() { userId }: UserPrincipal, @Param('questId') questId: string) {
    return this.bus.call(checkIn, { userId, questId });
  }
}
