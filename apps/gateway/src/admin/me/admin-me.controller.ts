import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  changeAdminPassword,
  endSession,
  getAdmin,
  listSessions,
  type AdminPrincipal,
  type ClientInfo,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { Text } from '../../edge/fields/index.js';
import { PageQuery } from '../../edge/paging.dto.js';
import { Client, CurrentAdmin } from '../../edge/request.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { SessionPageDto } from '../../sessions/sessions.dto.js';
import { AdminDto } from '../admins/admins.dto.js';

export class ChangePasswordBody {
  @Text({ min: 1, max: 1024 })
  currentPassword!: string;

  @Text({ min: 12, max: 256 })
  newPassword!: string;
}

@ApiTags('admin')
@Controller('v1/admin/me')
export class AdminMeController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'adminGetMe', summary: 'The own operator account', reply: AdminDto })
  get(@CurrentAdmin() { adminId }: AdminPrincipal) {
    return this.bus.call(getAdmin, { adminId });
  }

  @Put('password')
  @Endpoint({
    id: 'adminChangePassword',
    summary: 'Changes the own password and ends the other sessions',
    errors: ['CREDENTIALS_INVALID', 'SIGN_IN_LOCKED'],
  })
  changePassword(
    @CurrentAdmin() { adminId, sessionId }: AdminPrincipal,
    @Body() body: ChangePasswordBody,
    @Client() client: ClientInfo,
  ) {
    return this.bus.call(changeAdminPassword, { ...body, adminId, sessionId, client });
  }

  @Get('sessions')
  @Endpoint({ id: 'adminListSessions', summary: 'The own sessions', reply: SessionPageDto, errors: ['INVALID_CURSOR'] })
  sessions(@CurrentAdmin() admin: AdminPrincipal, @Query() query: PageQuery) {
    return this.bus.call(listSessions, { ...adminSessionOf(admin), ...query });
  }

  @Delete('sessions/:sessionId')
  @Endpoint({ id: 'adminEndSession', summary: 'Ends one of the own sessions' })
  endSession(@CurrentAdmin() admin: AdminPrincipal, @Param('sessionId') endId: string) {
    return this.bus.call(endSession, { ...adminSessionOf(admin), endId });
  }
}

/** The asking session of an operator, as identity wants it. */
export const adminSessionOf = ({ adminId, sessionId }: AdminPrincipal) => ({
  family: 'admin' as const,
  ownerId: adminId,
  sessionId,
});
