import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { LostKeys } from './lost-keys.js';

/** Consumes events about members and archived projects. */
@Injectable()
export class KeyEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(keys: LostKeys) {
    this.handlers = {
      'project.member_removed': (tx, { data }) => keys.memberRemoved(tx, data.projectId, data.userId),
      'project.member_added': (tx, { data }) => keys.memberAdded(tx, data.projectId, data.userId),
      'project.archived': (tx, { data }) => keys.projectArchived(tx, data.projectId),
    };
  }
}
