import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  archiveProject,
  createProject,
  getProject,
  listOwnProjects,
  updateProject,
  type Idempotency,
  type UserPrincipal,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser, IdempotencyOf } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { CreateProjectBody, OwnProjectPageDto, ProjectDto, ProjectsQuery, UpdateProjectBody } from './projects.dto.js';

@ApiTags('projects')
@Controller('v1/projects')
export class ProjectsController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Endpoint({
    id: 'createProject',
    summary: 'Creates a project; its creator becomes project_admin',
    reply: ProjectDto,
    status: 201,
    errors: ['SLUG_TAKEN'],
    idempotent: true,
  })
  create(
    @CurrentUser() { userId }: UserPrincipal,
    @Body() body: CreateProjectBody,
    @IdempotencyOf() idempotency?: Idempotency,
  ) {
    return this.bus.call(createProject, { userId, ...body, idempotency });
  }

  @Get()
  @Endpoint({
    id: 'listMyProjects',
    summary: 'The projects the own account is a member of',
    reply: OwnProjectPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@CurrentUser() { userId }: UserPrincipal, @Query() query: ProjectsQuery) {
    return this.bus.call(listOwnProjects, { userId, ...query });
  }

  @Get(':projectId')
  @Endpoint({ id: 'getProject', summary: 'A project', reply: ProjectDto })
  get(@Param('projectId') projectId: string) {
    return this.bus.call(getProject, { projectId });
  }

  @Patch(':projectId')
  @Endpoint({
    id: 'updateProject',
    summary: 'Changes a project',
    reply: ProjectDto,
    errors: ['SLUG_TAKEN', 'INVALID_TRANSITION'],
  })
  update(@Param('projectId') projectId: string, @Body() body: UpdateProjectBody) {
    return this.bus.call(updateProject, { ...body, projectId });
  }

  @Post(':projectId/archive')
  @Endpoint({ id: 'archiveProject', summary: 'Archives a project with its campaigns and quests', reply: ProjectDto })
  archive(@Param('projectId') projectId: string) {
    return this.bus.call(archiveProject, { projectId });
  }
}
