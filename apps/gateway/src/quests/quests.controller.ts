import { Body, Controller, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createQuest,
  getQuest,
  listQuests,
  moveQuest,
  orderQuests,
  updateQuest,
  type Idempotency,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { IdempotencyOf } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { toPeriod } from './period.dto.js';
import {
  CreateQuestBody,
  OrderedQuestsDto,
  OrderQuestsBody,
  QuestDto,
  QuestPageDto,
  QuestsQuery,
  UpdateQuestBody,
} from './quests.dto.js';

@ApiTags('quests')
@Controller('v1/projects/:projectId/campaigns/:campaignId/quests')
export class QuestsController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Endpoint({
    id: 'createQuest',
    summary: 'Creates a quest as a draft',
    reply: QuestDto,
    status: 201,
    errors: [
      'SLUG_TAKEN',
      'TASK_TYPE_DISABLED',
      'TASK_TYPE_NOT_AVAILABLE',
      'TASK_CONFIG_INVALID',
      'PREREQUISITE_INVALID',
      'INVALID_TRANSITION',
    ],
    idempotent: true,
  })
  create(
    @Param('projectId') projectId: string,
    @Param('campaignId') campaignId: string,
    @Body() { period, ...body }: CreateQuestBody,
    @IdempotencyOf() idempotency?: Idempotency,
  ) {
    return this.bus.call(createQuest, {
      ...body,
      ...(period && { period: toPeriod(period) }),
      projectId,
      campaignId,
      idempotency,
    });
  }

  @Get()
  @Endpoint({ id: 'listQuests', summary: 'The quests of a campaign', reply: QuestPageDto, errors: ['INVALID_CURSOR'] })
  list(@Param('projectId') projectId: string, @Param('campaignId') campaignId: string, @Query() query: QuestsQuery) {
    return this.bus.call(listQuests, { projectId, campaignId, ...query });
  }

  @Put('order')
  @Endpoint({ id: 'orderQuests', summary: 'Puts the quests of a campaign in order', reply: OrderedQuestsDto })
  order(
    @Param('projectId') projectId: string,
    @Param('campaignId') campaignId: string,
    @Body() { questIds }: OrderQuestsBody,
  ) {
    return this.bus.call(orderQuests, { projectId, campaignId, questIds });
  }

  @Get(':questId')
  @Endpoint({ id: 'getStudioQuest', summary: 'A quest as its team sees it', reply: QuestDto })
  get(
    @Param('projectId') projectId: string,
    @Param('campaignId') campaignId: string,
    @Param('questId') questId: string,
  ) {
    return this.bus.call(getQuest, { projectId, campaignId, questId });
  }

  @Patch(':questId')
  @Endpoint({
    id: 'updateQuest',
    summary: 'Changes a quest',
    reply: QuestDto,
    errors: ['SLUG_TAKEN', 'TASK_CONFIG_INVALID', 'PREREQUISITE_INVALID', 'INVALID_TRANSITION'],
  })
  update(
    @Param('projectId') projectId: string,
    @Param('campaignId') campaignId: string,
    @Param('questId') questId: string,
    @Body() { period, ...body }: UpdateQuestBody,
  ) {
    return this.bus.call(updateQuest, {
      ...body,
      ...(period && { period: toPeriod(period) }),
      projectId,
      campaignId,
      questId,
    });
  }

  @Post(':questId/publish')
  @Endpoint({
    id: 'publishQuest',
    summary: 'Opens a draft for earners',
    reply: QuestDto,
    errors: ['INVALID_TRANSITION'],
  })
  publish(
    @Param('projectId') projectId: string,
    @Param('campaignId') campaignId: string,
    @Param('questId') questId: string,
  ) {
    return this.bus.call(moveQuest, { projectId, campaignId, questId, step: 'publish' });
  }

  @Post(':questId/archive')
  @Endpoint({ id: 'archiveQuest', summary: 'Archives a quest', reply: QuestDto, errors: ['INVALID_TRANSITION'] })
  archive(
    @Param('projectId') projectId: string,
    @Param('campaignId') campaignId: string,
    @Param('questId') questId: string,
  ) {
    return this.bus.call(moveQuest, { projectId, campaignId, questId, step: 'archive' });
  }
}
