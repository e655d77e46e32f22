import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  addMember,
  answerInvitation,
  getInvitationPreferences,
  listInvitations,
  listOwnInvitations,
  setInvitationPreferences,
  withdrawInvitation,
} from '@questp/messages/quests';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AnswerInvitation } from './answer-invitation.js';
import { toInvitation, toOwnInvitation } from './invitation.js';
import { InvitationPreferencesRepository } from './invitation-preferences.repository.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InviteMember } from './invite-member.js';
import { WithdrawInvitation } from './withdraw-invitation.js';

@Injectable()
export class InvitationsHandlers {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly preferences: InvitationPreferencesRepository,
    private readonly inviteMember: InviteMember,
    private readonly answerInvitation: AnswerInvitation,
    private readonly withdrawInvitation: WithdrawInvitation,
  ) {}

  @Rpc(addMember)
  async invite(request: RequestOf<typeof addMember>) {
    return this.inviteMember.run(request);
  }

  @Rpc(listInvitations)
  async list(request: RequestOf<typeof listInvitations>) {
    return toPage(await this.invitations.list(request), request.limit, ({ id }) => [id], toInvitation);
  }

  @Rpc(withdrawInvitation)
  async withdraw(request: RequestOf<typeof withdrawInvitation>) {
    return this.withdrawInvitation.run(request);
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

  @Rpc(answerInvitation)
  async answer(request: RequestOf<typeof answerInvitation>) {
    return this.answerInvitation.run(request);
  }
}
