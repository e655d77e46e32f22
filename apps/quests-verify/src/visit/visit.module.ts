import { Module } from '@nestjs/common';
import { VisitHandlers } from './visit.handlers.js';

@Module({ controllers: [VisitHandlers] })
export class VisitModule {}
