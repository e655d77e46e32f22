import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { completeVisit, startVisit, type UserPrincipal, type Visit } from '@questp/messages';
import { Bus } from '@questp/service';
import { Text, Time } from '../edge/fields/index.js';
import { CurrentUser } from '../edge/request.js';
import { EARNING_ERRORS } from '../openapi/earning-errors.js';
import { Endpoint } from '../openapi/endpoint.js';
import { CompletionDto } from '../submissions/submissions.dto.js';

export class VisitDto implements Visit {
  @Text({ description: 'Completes the quest, once, by this earner' })
  visitToken!: string;

  @Text({ format: 'uri' })
  url!: string;

  @Time()
  completeFrom!: string;

  @Time()
  expiresAt!: string;
}

export class CompleteVisitBody {
  @Text({ min: 1, max: 200 })
  visitToken!: string;
}

@ApiTags('visit')
@Controller('v1/quests/:questId/visit')
export class VisitController {
  constructor(private readonly bus: Bus) {}

  @Post('start')
  @Endpoint({ id: 'startVisit', summary: 'Issues a visit token', reply: VisitDto, errors: EARNING_ERRORS })
  start(@CurrentUser() { userId }: UserPrincipal, @Param('questId') questId: string) {
    return this.bus.call(startVisit, { userId, questId });
  }

  @Post('complete')
  @Endpoint({
    id: 'completeVisit',
    summary: 'Completes a quest by its visit token',
    reply: CompletionDto,
    errors: [...EARNING_ERRORS, 'VISIT_TOO_SHORT', 'VISIT_TOKEN_INVALID'],
  })
  complete(
    @CurrentUser() { userId }: UserPrincipal,
    @Param('questId') questId: string,
    @Body() { visitToken }: CompleteVisitBody,
  ) {
    return this.bus.call(completeVisit, { userId, questId, visitToken });
  }
}
