import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getTaskType, listTaskTypes } from '@questp/messages';
import { Bus } from '@questp/service';
import { Endpoint } from '../openapi/endpoint.js';
import { TaskTypeDto, TaskTypeListDto, TaskTypesQuery } from './task-types.dto.js';

@ApiTags('task-types')
@Controller('v1/task-types')
export class TaskTypesController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'listTaskTypes', summary: 'The task catalog, without what is switched off', reply: TaskTypeListDto })
  list(@Query() query: TaskTypesQuery) {
    return this.bus.call(listTaskTypes, { ...query, includeDisabled: false });
  }

  @Get(':taskTypeId')
  @Endpoint({ id: 'getTaskType', summary: 'A task type with the schemas of its config and inputs', reply: TaskTypeDto })
  get(@Param('taskTypeId') taskTypeId: string) {
    return this.bus.call(getTaskType, { taskTypeId, includeDisabled: false });
  }
}
