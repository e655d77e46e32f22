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
    private readonly invitationsRepository: InvitationsRepository,
    private readonly invitationPreferencesRepository: InvitationPreferencesRepository,
  ) {}

  @Rpc(listInvitations)
  async list(request: RequestOf<typeof listInvitations>) {
    return toPage(await this.invitationsRepository.list(request), request.limit, ({ id }) => [id], toInvitation);
  }

  @Rpc(listOwnInvitations)
  async listOwn(request: RequestOf<typeof listOwnInvitations>) {
    return toPage(await this.invitationsRepository.listOpen(request), request.limit, ({ id }) => [id], toOwnInvitation);
  }

  @Rpc(getInvitationPreferences)
  async getPreferences({ userId }: RequestOf<typeof getInvitationPreferences>) {
    return this.invitationPreferencesRepository.get(userId);
  }

  @Rpc(setInvitationPreferences)
  async setPreferences({ userId, ...preferences }: RequestOf<typeof setInvitationPreferences>) {
    await this.invitationPreferencesRepository.set(userId, preferences);
    return preferences;
  }
}
