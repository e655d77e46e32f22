import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { adminListProjects } from '@questp/messages';
import { Bus } from '@questp/service';
import { Line } from '../../edge/fields/index.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { ProjectPageDto, ProjectsQuery } from '../../projects/projects.dto.js';

export class AdminProjectsQuery extends ProjectsQuery {
  @Line({ max: 100, optional: true, description: 'Words to find' })
  search?: string;
}

@ApiTags('admin')
@Controller('v1/admin/projects')
export class AdminProjectsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'adminListProjects', summary: 'All projects', reply: ProjectPageDto, errors: ['INVALID_CURSOR'] })
  list(@Query() query: AdminProjectsQuery) {
    return this.bus.call(adminListProjects, { ...query });
  }
}
