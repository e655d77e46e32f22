import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listOwnLedger, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { LedgerPageDto, LedgerQuery } from './ledger.dto.js';

@ApiTags('users')
@Controller('v1/users/me/ledger')
export class LedgerController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({
    id: 'listMyLedger',
    summary: 'Every credit and reversal of the own points, newest first',
    reply: LedgerPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@CurrentUser() { userId }: UserPrincipal, @Query() query: LedgerQuery) {
    return this.bus.call(listOwnLedger, { userId, ...query });
  }
}
