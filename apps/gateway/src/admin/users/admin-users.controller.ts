import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ACCOUNT_STATUSES,
  adminGetUser,
  adminListUsers,
  reactivateUser,
  suspendUser,
  type AccountStatus,
  type AdminPrincipal,
  type AdminUser,
  type ClientInfo,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { Count, Line, OneOf, Text, Time } from '../../edge/fields/index.js';
import { PageQuery, pageOf } from '../../edge/paging.dto.js';
import { Client, CurrentAdmin } from '../../edge/request.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { ReasonBody } from '../../review/review.dto.js';
import { UserDto } from '../../users/users.dto.js';

export class AdminUserDto extends UserDto implements AdminUser {
  @Time({ nullable: true })
  suspendedAt!: string | null;

  @Text({ nullable: true })
  suspendedReason!: string | null;

  @Time({ nullable: true })
  lastSignInAt!: string | null;

  @Text({ nullable: true, description: 'Public id of who invited the user' })
  referredBy!: string | null;

  @Count()
  referrals!: number;
}

export const AdminUserPageDto = pageOf(AdminUserDto);

export class AdminUsersQuery extends PageQuery {
  @OneOf(ACCOUNT_STATUSES, { optional: true })
  status?: AccountStatus;

  @Line({ max: 128, optional: true, description: 'Start of a public id, username or wallet address' })
  search?: string;
}

@ApiTags('admin')
@Controller('v1/admin/users')
export class AdminUsersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'adminListUsers', summary: 'The users', reply: AdminUserPageDto, errors: ['INVALID_CURSOR'] })
  list(@Query() query: AdminUsersQuery) {
    return this.bus.call(adminListUsers, { ...query });
  }

  @Get(':userId')
  @Endpoint({ id: 'adminGetUser', summary: 'A user', reply: AdminUserDto })
  get(@Param('userId') userId: string) {
    return this.bus.call(adminGetUser, { userId });
  }

  @Post(':userId/suspend')
  @Endpoint({ id: 'adminSuspendUser', summary: 'Suspends a user at once', reply: AdminUserDto })
  suspend(
    @CurrentAdmin() { adminId }: AdminPrincipal,
    @Param('userId') userId: string,
    @Body() { reason }: ReasonBody,
    @Client() client: ClientInfo,
  ) {
    return this.bus.call(suspendUser, { userId, reason, adminId, client });
  }

  @Post(':userId/reactivate')
  @Endpoint({ id: 'adminReactivateUser', summary: 'Ends a suspension', reply: AdminUserDto })
  reactivate(
    @CurrentAdmin() { adminId }: AdminPrincipal,
    @Param('userId') userId: string,
    @Client() client: ClientInfo,
  ) {
    return this.bus.call(reactivateUser, { userId, adminId, client });
  }
}
