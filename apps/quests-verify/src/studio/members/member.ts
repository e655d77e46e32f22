import type { Member } from '@questp/messages/quests';
import { toPublicUser } from '../../people/earners/public-user.js';
import type { MemberRow } from './members.repository.js';

export const toMember = (row: MemberRow): Member => ({
  ...toPublicUser(row),
  role: row.role,
  addedAt: row.addedAt.toISOString(),
});
