import type { Invitation, OwnInvitation } from '@questp/messages/quests';
import { toPublicUser, type PublicUserRow } from '../../people/earners/public-user.js';

interface Times {
  invitedAt: Date;
  expiresAt: Date;
}

export type InvitationRow = PublicUserRow & Pick<Invitation, 'id' | 'role' | 'status' | 'invitedBy'> & Times;
/** An invitation for the invited user, with the project. */
export type OwnInvitationRow = Omit<OwnInvitation, keyof Times> & Times;

export const toInvitation = (row: InvitationRow): Invitation => ({
  ...toPublicUser(row),
  id: row.id,
  role: row.role,
  status: row.status,
  invitedBy: row.invitedBy,
  ...toTimes(row),
});
export const toOwnInvitation = (row: OwnInvitationRow): OwnInvitation => ({ ...row, ...toTimes(row) });

const toTimes = ({ invitedAt, expiresAt }: Times) => ({
  invitedAt: invitedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
