import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listTaskTypes, setTaskTypeEnabled, type AdminPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentAdmin } from '../../edge/request.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { TaskTypeDto, TaskTypeListDto, TaskTypesQuery, UpdateTaskTypeBody } from '../../task-types/task-types.dto.js';

@ApiTags('admin')
@Controller('v1/admin/task-types')
export class AdminTaskTypesController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'adminListTaskTypes', summary: 'The whole task catalog', reply: TaskTypeListDto })
  list(@Query() query: TaskTypesQuery) {
    return this.bus.call(listTaskTypes, { ...query, includeDisabled: true });
  }

  @Patch(':taskTypeId')
  @Endpoint({ id: 'adminUpdateTaskType', summary: 'Switches a task type on or off', reply: TaskTypeDto })
  update(
    @CurrentAdmin() { adminId }: AdminPrincipal,
    @Param('taskTypeId') taskTypeId: string,
    @Body() { enabled }: UpdateTaskTypeBody,
  ) {
    return this.bus.call(setTaskTypeEnabled, { taskTypeId, enabled, adminId });
  }
}
