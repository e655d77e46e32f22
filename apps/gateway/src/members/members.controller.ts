import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  addMember,
  listMembers,
  removeMember,
  updateMember,
  type Idempotency,
  type UserPrincipal,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser, IdempotencyOf } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { AddMemberBody, MemberDto, MemberPageDto, MembersQuery, UpdateMemberBody } from './members.dto.js';

@ApiTags('members')
@Controller('v1/projects/:projectId/members')
export class MembersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({
    id: 'listMembers',
    summary: 'The members of a project',
    reply: MemberPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@Param('projectId') projectId: string, @Query() query: MembersQuery) {
    return this.bus.call(listMembers, { projectId, ...query });
  }

  @Post()
  @Endpoint({
    id: 'addMember',
    summary: 'Adds a user to the project',
    reply: MemberDto,
    status: 201,
    errors: ['ALREADY_MEMBER'],
    idempotent: true,
  })
  add(
    @CurrentUser() { userId: actingUserId }: UserPrincipal,
    @Param('projectId') projectId: string,
    @Body() body: AddMemberBody,
    @IdempotencyOf() idempotency?: Idempotency,
  ) {
    return this.bus.call(addMember, { ...body, projectId, actingUserId, idempotency });
  }

  @Patch(':userId')
  @Endpoint({
    id: 'updateMember',
    summary: "Changes a member's role",
    reply: MemberDto,
    errors: ['LAST_PROJECT_ADMIN'],
  })
  update(@Param('projectId') projectId: string, @Param('userId') userId: string, @Body() { role }: UpdateMemberBody) {
    return this.bus.call(updateMember, { projectId, userId, role });
  }

  @Delete(':userId')
  @Endpoint({
    id: 'removeMember',
    summary: 'Removes a member, who loses access at once',
    errors: ['LAST_PROJECT_ADMIN'],
  })
  remove(@Param('projectId') projectId: string, @Param('userId') userId: string) {
    return this.bus.call(removeMember, { projectId, userId });
  }
}
