import type { Member } from '@questp/messages';
import type { MemberRow } from './members.repository.js';

export const toMember = (row: MemberRow): Member => ({ ...row, addedAt: row.addedAt.toISOString() });
