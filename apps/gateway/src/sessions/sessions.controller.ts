import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endOtherSessions, endSession, listSessions, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { PageQuery } from '../edge/paging.dto.js';
import { CurrentUser } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { EndedSessionsDto, SessionPageDto } from './sessions.dto.js';

@ApiTags('sessions')
@Controller('v1/users/me/sessions')
export class SessionsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'listSessions', summary: 'The own sessions', reply: SessionPageDto, errors: ['INVALID_CURSOR'] })
  list(@CurrentUser() user: UserPrincipal, @Query() query: PageQuery) {
    return this.bus.call(listSessions, { ...sessionOf(user), ...query });
  }

  @Delete(':sessionId')
  @Endpoint({ id: 'endSession', summary: 'Ends one of the own sessions' })
  end(@CurrentUser() user: UserPrincipal, @Param('sessionId') endId: string) {
    return this.bus.call(endSession, { ...sessionOf(user), endId });
  }

  @Delete()
  @Endpoint({ id: 'endOtherSessions', summary: 'Ends all own sessions but this one', reply: EndedSessionsDto })
  endOthers(@CurrentUser() user: UserPrincipal) {
    return this.bus.call(endOtherSessions, sessionOf(user));
  }
}

/** The asking session of a user, as identity wants it. */
export const sessionOf = ({ userId, sessionId }: UserPrincipal) => ({
  family: 'user' as const,
  ownerId: userId,
  sessionId,
});
