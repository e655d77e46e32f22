import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  bulkReview,
  getTeamSubmission,
  listTeamSubmissions,
  reverseSubmission,
  reviewSubmission,
  undoReview,
  type UserPrincipal,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { TeamSubmissionsQuery } from '../submissions/submissions.dto.js';
import {
  BulkReviewBody,
  BulkReviewDto,
  ReasonBody,
  TeamSubmissionDetailDto,
  TeamSubmissionPageDto,
  toDecisions,
} from './review.dto.js';

@ApiTags('review')
@Controller('v1/projects/:projectId/submissions')
export class ReviewController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({
    id: 'listProjectSubmissions',
    summary: "Submissions to a project's quests",
    reply: TeamSubmissionPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@Param('projectId') projectId: string, @Query() query: TeamSubmissionsQuery) {
    return this.bus.call(listTeamSubmissions, { ...query, projectId });
  }

  @Post('bulk-review')
  @Endpoint({
    id: 'bulkReview',
    summary: 'Decides on up to 100 submissions, each on its own',
    reply: BulkReviewDto,
  })
  bulk(@CurrentUser() user: UserPrincipal, @Param('projectId') projectId: string, @Body() body: BulkReviewBody) {
    return this.bus.call(bulkReview, { ...reviewer(user, projectId), items: toDecisions(body) });
  }

  @Get(':submissionId')
  @Endpoint({
    id: 'getProjectSubmission',
    summary: 'A submission with its history',
    reply: TeamSubmissionDetailDto,
  })
  get(@Param('projectId') projectId: string, @Param('submissionId') submissionId: string) {
    return this.bus.call(getTeamSubmission, { projectId, submissionId });
  }

  @Post(':submissionId/approve')
  @Endpoint({
    id: 'approveSubmission',
    summary: 'Approves a submission and credits its points',
    reply: TeamSubmissionDetailDto,
    errors: ['ALREADY_REVIEWED', 'NOT_IN_REVIEW', 'QUEST_FULL'],
  })
  approve(
    @CurrentUser() user: UserPrincipal,
    @Param('projectId') projectId: string,
    @Param('submissionId') submissionId: string,
  ) {
    return this.bus.call(reviewSubmission, { ...reviewer(user, projectId), submissionId, decision: 'approve' });
  }

  @Post(':submissionId/reject')
  @Endpoint({
    id: 'rejectSubmission',
    summary: 'Rejects a submission with a reason',
    reply: TeamSubmissionDetailDto,
    errors: ['ALREADY_REVIEWED', 'NOT_IN_REVIEW'],
  })
  reject(
    @CurrentUser() user: UserPrincipal,
    @Param('projectId') projectId: string,
    @Param('submissionId') submissionId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.bus.call(reviewSubmission, { ...reviewer(user, projectId), submissionId, decision: 'reject', reason });
  }

  @Post(':submissionId/undo')
  @Endpoint({
    id: 'undoReview',
    summary: 'Takes the last decision back within 15 minutes',
    reply: TeamSubmissionDetailDto,
    errors: ['UNDO_WINDOW_CLOSED', 'NOTHING_TO_UNDO'],
  })
  undo(
    @CurrentUser() user: UserPrincipal,
    @Param('projectId') projectId: string,
    @Param('submissionId') submissionId: string,
  ) {
    return this.bus.call(undoReview, { ...reviewer(user, projectId), submissionId });
  }

  @Post(':submissionId/reverse')
  @Endpoint({
    id: 'reverseSubmission',
    summary: 'Takes the points of a claimed submission back for good',
    reply: TeamSubmissionDetailDto,
    errors: ['INVALID_TRANSITION'],
  })
  reverse(
    @CurrentUser() user: UserPrincipal,
    @Param('projectId') projectId: string,
    @Param('submissionId') submissionId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.bus.call(reverseSubmission, { ...reviewer(user, projectId), submissionId, reason });
  }
}

const reviewer = ({ userId }: UserPrincipal, projectId: string) => ({
  projectId,
  by: 'team' as const,
  reviewerId: userId,
});
