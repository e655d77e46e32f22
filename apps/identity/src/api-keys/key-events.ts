import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { LostKeys } from './lost-keys.js';

/** Consumes events about members and archived projects. */
@Injectable()
export class KeyEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(lostKeys: LostKeys) {
    this.handlers = {
      'project.member_removed': (tx, { data }) => lostKeys.memberRemoved(tx, data.projectId, data.userId),
      'project.member_added': (tx, { data }) => lostKeys.memberAdded(tx, data.projectId, data.userId),
      'project.archived': (tx, { data }) => lostKeys.projectArchived(tx, data.projectId),
    };
  }
}
