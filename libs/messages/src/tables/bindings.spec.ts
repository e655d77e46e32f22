import { CONTRACTS } from '../contracts.js';
import { sentMembers } from '../language/contract/contract.js';

/** The members that a client sends to an operation, besides the path. */
function sent(id: string): string[] {
  for (const contract of CONTRACTS) {
    const binding = contract.http.find((candidate) => candidate.id === id);
    if (binding) return sentMembers(contract, binding).sort();
  }
  throw new Error(`No contract has the operation ${id}`);
}

const FILTERS = ['campaignId', 'createdFrom', 'createdTo', 'cursor', 'limit', 'questId', 'status', 'taskTypeId'];

describe('what clients send', () => {
  it.each([
    ['approveSubmission', []],
    ['rejectSubmission', ['reason']],
    ['adminApproveSubmission', []],
    ['adminReverseSubmission', ['reason']],
    ['undoReview', []],
    ['bulkReview', ['items']],
    ['getCampaignLeaderboard', ['cursor', 'limit', 'window']],
    ['getProjectLeaderboard', ['cursor', 'limit', 'window']],
    ['getMyProjectStanding', ['window']],
    [
      'discoverQuests',
      ['campaignId', 'category', 'cursor', 'limit', 'projectId', 'projectSlug', 'search', 'taskTypeId'],
    ],
    ['listMySubmissions', FILTERS],
    ['adminListSubmissions', [...FILTERS, 'escalated', 'order', 'projectId', 'userId', 'username', 'wallet'].sort()],
    ['listProjectSubmissions', [...FILTERS, 'escalated', 'order', 'userId', 'username', 'wallet'].sort()],
    ['submitQuest', ['inputs']],
    ['addMember', ['role', 'userId']],
    ['updateMember', ['role']],
    ['removeMember', []],
    ['leaveProject', []],
    ['acceptInvitation', []],
    ['declineInvitation', []],
    ['listInvitations', ['cursor', 'limit', 'status']],
    ['listTaskTypes', ['available', 'category']],
    ['activateCampaign', []],
  ])('to %s', (id, members) => expect(sent(id)).toEqual(members));

  it('has one operation of each name', () => {
    const ids = CONTRACTS.flatMap(({ http }) => http.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
