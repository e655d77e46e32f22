import { Module } from '@nestjs/common';
import { ReviewHandlers } from './review.handlers.js';

@Module({ controllers: [ReviewHandlers] })
export class ReviewModule {}
