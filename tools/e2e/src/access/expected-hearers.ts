import type { EventType } from '@questp/messages';

/** Who may hear what live, written down a second time: all that are told events of a type. */
type Hearer = 'its user' | 'the team of its project' | 'platform_moderator' | 'super_admin';

const user: Hearer[] = ['its user'];
const team: Hearer[] = ['the team of its project'];
const both: Hearer[] = [...user, ...team];
const superAdmins: Hearer[] = ['super_admin'];
const operators: Hearer[] = ['platform_moderator', ...superAdmins];
const nobody: Hearer[] = [];

export const EXPECTED_HEARERS: Readonly<Record<EventType, readonly Hearer[]>> = {
  'user.created': nobody,
  'user.updated': nobody,
  'admin.created': superAdmins,
  'admin.updated': superAdmins,
  'principal.revoked': nobody,
  'admin.sign_in_locked': superAdmins,
  'admin.second_factor_reset': superAdmins,
  'task_type.switched': superAdmins,
  'project.member_invited': both,
  'project.member_added': both,
  'project.member_removed': both,
  'project.member_updated': both,
  'project.archived': team,
  'project.integration_changed': team,
  'campaign.activated': team,
  'campaign.started': team,
  'campaign.ended': team,
  'campaign.announced': nobody,
  'submission.in_review': [...both, ...operators],
  'submission.pending': both,
  'submission.rejected': both,
  'submission.claimed': both,
  'submission.confirmed': nobody,
  'submission.reviewed': [...both, ...operators],
  'review.waiting': nobody,
  'quest.codes_guessed': nobody,
  'mail.retried': nobody,
  'mail.suppression_lifted': nobody,
  'credential.changed': nobody,
  'notification.created': user,
  'notification.read': user,
  'export.finished': [...team, ...superAdmins],
  'event.parked': superAdmins,
  'integration.changed': superAdmins,
  'event_stream.filling': superAdmins,
  'mail.given_up': superAdmins,
  'account.linked': nobody,
  'account.unlinked': nobody,
  'account.merged': nobody,
  'account.merge_undone': nobody,
  'account.merge_settled': nobody,
  'account.merge_objected': operators,
  'account.deleted': nobody,
  'grant.refused': nobody,
};
