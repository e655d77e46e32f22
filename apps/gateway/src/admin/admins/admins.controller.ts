import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createAdmin,
  listAdmins,
  updateAdmin,
  type AdminPrincipal,
  type ClientInfo,
  type Idempotency,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { Client, CurrentAdmin, IdempotencyOf } from '../../edge/request.js';
import { Endpoint } from '../../openapi/endpoint.js';
import {
  AdminDto,
  AdminPageDto,
  AdminsQuery,
  CreateAdminBody,
  CreatedAdminDto,
  UpdateAdminBody,
} from './admins.dto.js';

@ApiTags('admin')
@Controller('v1/admin/admins')
export class AdminsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'adminListAdmins', summary: 'The operators', reply: AdminPageDto, errors: ['INVALID_CURSOR'] })
  list(@Query() query: AdminsQuery) {
    return this.bus.call(listAdmins, { ...query });
  }

  @Post()
  @Endpoint({
    id: 'adminCreateAdmin',
    summary: 'Adds an operator with an initial password',
    reply: CreatedAdminDto,
    status: 201,
    errors: ['EMAIL_IN_USE'],
    idempotent: true,
  })
  create(
    @CurrentAdmin() { adminId: actingAdminId }: AdminPrincipal,
    @Body() body: CreateAdminBody,
    @Client() client: ClientInfo,
    @IdempotencyOf() idempotency?: Idempotency,
  ) {
    return this.bus.call(createAdmin, { ...body, actingAdminId, client, idempotency });
  }

  @Patch(':adminId')
  @Endpoint({
    id: 'adminUpdateAdmin',
    summary: "Changes an operator's role or status, which ends the operator's sessions",
    reply: AdminDto,
    errors: ['LAST_SUPER_ADMIN'],
  })
  update(
    @CurrentAdmin() { adminId: actingAdminId }: AdminPrincipal,
    @Param('adminId') adminId: string,
    @Body() body: UpdateAdminBody,
    @Client() client: ClientInfo,
  ) {
    return this.bus.call(updateAdmin, { ...body, adminId, actingAdminId, client });
  }
}
