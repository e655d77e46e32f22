import { Module } from '@nestjs/common';
import { MailTransport } from './mail-transport.js';
import { MailWorker } from './mail-worker.js';
import { MailRepository } from './mail.repository.js';

@Module({ providers: [MailRepository, MailTransport, MailWorker], exports: [MailRepository] })
export class MailModule {}
