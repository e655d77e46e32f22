import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  getInvitationPreferences,
  listInvitations,
  listOwnInvitations,
  setInvitationPreferences,
} from '@questp/messages/quests';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toInvitation, toOwnInvitation } from './invitation.js';
import { InvitationPreferencesRepository } from './invitation-preferences.repository.js';
import { InvitationsRepository } from './invitations.repository.js';

@Injectable()
export class InvitationsHandlers {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly preferences: InvitationPreferencesRepository,
  ) {}

  @Rpc(listInvitations)
  async list(request: RequestOf<typeof listInvitations>) {
    return toPage(await this.invitations.list(request), request.limit, ({ id }) => [id], toInvitation);
  }

  @Rpc(listOwnInvitations)
  async listOwn(request: RequestOf<typeof listOwnInvitations>) {
    return toPage(await this.invitations.listOpen(request), request.limit, ({ id }) => [id], toOwnInvitation);
  }

  @Rpc(getInvitationPreferences)
  async getPreferences({ userId }: RequestOf<typeof getInvitationPreferences>) {
    return this.preferences.get(userId);
  }

  @Rpc(setInvitationPreferences)
  async setPreferences({ userId, ...preferences }: RequestOf<typeof setInvitationPreferences>) {
    await this.preferences.set(userId, preferences);
    return preferences;
  }
}
