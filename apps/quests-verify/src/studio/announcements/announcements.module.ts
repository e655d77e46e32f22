import { Module } from '@nestjs/common';
import { Announce } from './announce.js';
import { AnnouncementsRepository } from './announcements.repository.js';

@Module({ providers: [Announce, AnnouncementsRepository] })
export class AnnouncementsModule {}
