import { Module } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { BotCheck } from './bot-check.js';

@Module({ providers: [BotCheck, { provide: Egress, useFactory: () => new Egress() }], exports: [BotCheck] })
export class BotCheckModule {}
