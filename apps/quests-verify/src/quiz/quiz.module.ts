import { Module } from '@nestjs/common';
import { QuizHandlers } from './quiz.handlers.js';

@Module({ controllers: [QuizHandlers] })
export class QuizModule {}
