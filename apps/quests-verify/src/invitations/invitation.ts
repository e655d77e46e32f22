import type { Invitation, OwnInvitation } from '@questp/messages';

interface Times {
  invitedAt: Date;
  expiresAt: Date;
}

export type InvitationRow = Omit<Invitation, keyof Times> & Times;
/** With what the invited user sees of the project. */
export type OwnInvitationRow = Omit<OwnInvitation, keyof Times> & Times;

export const toInvitation = (row: InvitationRow): Invitation => ({ ...row, ...toTimes(row) });
export const toOwnInvitation = (row: OwnInvitationRow): OwnInvitation => ({ ...row, ...toTimes(row) });

const toTimes = ({ invitedAt, expiresAt }: Times) => ({
  invitedAt: invitedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
