import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getQuiz, getQuizStatus, submitQuiz, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { CallerUserId, CurrentUser } from '../edge/request.js';
import { EARNING_ERRORS } from '../openapi/earning-errors.js';
import { Endpoint } from '../openapi/endpoint.js';
import { QuizAnswersBody, QuizDto, QuizResultDto, QuizStatusDto } from './quiz.dto.js';

@ApiTags('quiz')
@Controller('v1/quests/:questId/quiz')
export class QuizController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'getQuiz', summary: 'The questions of a quiz', reply: QuizDto, errors: ['WRONG_TASK_TYPE'] })
  get(@Param('questId') questId: string, @CallerUserId() userId?: string) {
    return this.bus.call(getQuiz, { questId, userId });
  }

  @Get('status')
  @Endpoint({
    id: 'getQuizStatus',
    summary: 'The own attempts at a quiz',
    reply: QuizStatusDto,
    errors: ['WRONG_TASK_TYPE'],
  })
  status(@CurrentUser() { userId }: UserPrincipal, @Param('questId') questId: string) {
    return this.bus.call(getQuizStatus, { userId, questId });
  }

  @Post('submit')
  @Endpoint({
    id: 'submitQuiz',
    summary: 'An attempt at a quiz; after a pass its first result',
    reply: QuizResultDto,
    errors: [...EARNING_ERRORS, 'TASK_INPUTS_INVALID', 'QUIZ_ATTEMPTS_EXHAUSTED'],
  })
  submit(
    @CurrentUser() { userId }: UserPrincipal,
    @Param('questId') questId: string,
    @Body() { answers }: QuizAnswersBody,
  ) {
    return this.bus.call(submitQuiz, { userId, questId, answers });
  }
}
