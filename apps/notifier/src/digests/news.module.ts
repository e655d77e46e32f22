import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { NewsChoicesRepository } from './news-choices.repository.js';
import { NewsWorker } from './news-worker.js';
import { NewsHandlers } from './news.handlers.js';
import { NewsRepository } from './news.repository.js';
import { Unsubscribe } from './unsubscribe.js';

@Module({
  imports: [MailModule],
  controllers: [NewsHandlers],
  providers: [NewsRepository, NewsChoicesRepository, NewsWorker, Unsubscribe],
  exports: [NewsRepository, NewsChoicesRepository],
})
export class NewsModule {}
