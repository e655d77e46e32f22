import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  getOwnSubmission,
  listOwnSubmissions,
  submitQuest,
  type Idempotency,
  type UserPrincipal,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser, IdempotencyOf } from '../edge/request.js';
import { EARNING_ERRORS } from '../openapi/earning-errors.js';
import { Endpoint } from '../openapi/endpoint.js';
import { SubmissionDetailDto, SubmissionPageDto, SubmissionsQuery, SubmitBody } from './submissions.dto.js';

@ApiTags('submissions')
@Controller('v1')
export class SubmissionsController {
  constructor(private readonly bus: Bus) {}

  @Post('quests/:questId/submissions')
  @Endpoint({
    id: 'submitQuest',
    summary: 'Submits inputs for a quest whose task type has no route of its own',
    reply: SubmissionDetailDto,
    status: 201,
    errors: [...EARNING_ERRORS, 'TASK_INPUTS_INVALID', 'TERMS_VERSION_MISMATCH', 'WALLET_NOT_LINKED'],
    idempotent: true,
  })
  submit(
    @CurrentUser() { userId }: UserPrincipal,
    @Param('questId') questId: string,
    @Body() { inputs }: SubmitBody,
    @IdempotencyOf() idempotency?: Idempotency,
  ) {
    return this.bus.call(submitQuest, { userId, questId, inputs, idempotency });
  }

  @Get('users/me/submissions')
  @Endpoint({
    id: 'listMySubmissions',
    summary: 'The own submissions, newest first',
    reply: SubmissionPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@CurrentUser() { userId }: UserPrincipal, @Query() query: SubmissionsQuery) {
    return this.bus.call(listOwnSubmissions, { userId, ...query });
  }

  @Get('users/me/submissions/:submissionId')
  @Endpoint({ id: 'getMySubmission', summary: 'An own submission with its history', reply: SubmissionDetailDto })
  get(@CurrentUser() { userId }: UserPrincipal, @Param('submissionId') submissionId: string) {
    return this.bus.call(getOwnSubmission, { userId, submissionId });
  }
}
