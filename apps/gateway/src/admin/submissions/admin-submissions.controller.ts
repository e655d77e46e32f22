import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  getTeamSubmission,
  listTeamSubmissions,
  reverseSubmission,
  reviewSubmission,
  undoReview,
  type AdminPrincipal,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentAdmin } from '../../edge/request.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { ReasonBody, TeamSubmissionDetailDto, TeamSubmissionPageDto } from '../../review/review.dto.js';
import { TeamSubmissionsQuery } from '../../submissions/submissions.dto.js';

@ApiTags('admin')
@Controller('v1/admin/submissions')
export class AdminSubmissionsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({
    id: 'adminListSubmissions',
    summary: 'Submissions of all projects',
    reply: TeamSubmissionPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@Query() query: TeamSubmissionsQuery) {
    return this.bus.call(listTeamSubmissions, { ...query, projectId: null });
  }

  @Get(':submissionId')
  @Endpoint({ id: 'adminGetSubmission', summary: 'A submission with its history', reply: TeamSubmissionDetailDto })
  get(@Param('submissionId') submissionId: string) {
    return this.bus.call(getTeamSubmission, { projectId: null, submissionId });
  }

  @Post(':submissionId/approve')
  @Endpoint({
    id: 'adminApproveSubmission',
    summary: 'Approves a submission and credits its points',
    reply: TeamSubmissionDetailDto,
    errors: ['ALREADY_REVIEWED', 'NOT_IN_REVIEW', 'QUEST_FULL', 'ACCOUNT_SUSPENDED'],
  })
  approve(@CurrentAdmin() admin: AdminPrincipal, @Param('submissionId') submissionId: string) {
    return this.bus.call(reviewSubmission, { ...reviewer(admin), submissionId, decision: 'approve' });
  }

  @Post(':submissionId/reject')
  @Endpoint({
    id: 'adminRejectSubmission',
    summary: 'Rejects a submission with a reason',
    reply: TeamSubmissionDetailDto,
    errors: ['ALREADY_REVIEWED', 'NOT_IN_REVIEW'],
  })
  reject(
    @CurrentAdmin() admin: AdminPrincipal,
    @Param('submissionId') submissionId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.bus.call(reviewSubmission, { ...reviewer(admin), submissionId, decision: 'reject', reason });
  }

  @Post(':submissionId/undo')
  @Endpoint({
    id: 'adminUndoReview',
    summary: 'Takes the last decision back within 15 minutes',
    reply: TeamSubmissionDetailDto,
    errors: ['UNDO_WINDOW_CLOSED', 'NOTHING_TO_UNDO'],
  })
  undo(@CurrentAdmin() admin: AdminPrincipal, @Param('submissionId') submissionId: string) {
    return this.bus.call(undoReview, { ...reviewer(admin), submissionId });
  }

  @Post(':submissionId/reverse')
  @Endpoint({
    id: 'adminReverseSubmission',
    summary: 'Takes the points of a claimed submission back for good',
    reply: TeamSubmissionDetailDto,
    errors: ['INVALID_TRANSITION'],
  })
  reverse(
    @CurrentAdmin() admin: AdminPrincipal,
    @Param('submissionId') submissionId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.bus.call(reverseSubmission, { ...reviewer(admin), submissionId, reason });
  }
}

const reviewer = ({ adminId }: AdminPrincipal) => ({ projectId: null, by: 'platform' as const, reviewerId: adminId });
