import { Module } from '@nestjs/common';
import { CallReviewers } from './call-reviewers.js';
import { ReviewCallsRepository } from './review-calls.repository.js';

@Module({ providers: [CallReviewers, ReviewCallsRepository] })
export class ReviewCallsModule {}
