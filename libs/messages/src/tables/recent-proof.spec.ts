import { CONTRACTS } from '../contracts.js';
import { ACCESS_TABLE } from './access-table.js';

/** Writing operations of identity for signed-in users and operators that change no sign-in method. */
const LEAVES_WAYS_IN = [
  'signOut',
  'adminSignOut',
  'endSession',
  'endOtherSessions',
  'adminEndSession',
  'updateMe',
  // Changes which wallet is shown first.
  'setPrimaryWallet',
  // Reads the name of a linked account again.
  'checkAccount',
  // API keys are no sign-in method.
  'createApiKey',
  'revokeApiKey',
  'adminSuspendUser',
  'adminReactivateUser',
];

const operations = CONTRACTS.flatMap(({ subject, http }) => http.map((binding) => ({ subject, ...binding })));
const ofIdentity = operations.filter(({ subject }) => subject.startsWith('identity.'));
const asksForProof = (id: string) => ACCESS_TABLE[id]?.recentProof === true;

describe('a sign-in of the last 10 minutes', () => {
  it('is needed for every operation of identity that writes, but for those named here', () => {
    const without = ofIdentity
      .filter(({ id, route }) => !route.startsWith('GET ') && !ACCESS_TABLE[id]?.allow.anonymous && !asksForProof(id))
      .map(({ id }) => id);
    expect(without.toSorted()).toEqual(LEAVES_WAYS_IN.toSorted());
  });

  it('is asked for elsewhere only of operators, whose principal says when they signed in', () => {
    const elsewhere = operations.filter(({ id, subject }) => asksForProof(id) && !subject.startsWith('identity.'));
    expect(elsewhere.map(({ id }) => id).toSorted()).toEqual([
      ...['adminConfirmApprovalWithdrawal', 'adminConfirmHoldRelease', 'adminConfirmObjectionDecision'],
      ...['adminConfirmPauseRelease', 'adminCreateChain', 'adminMovePayoutFreeze', 'adminPauseEscrow'],
      ...['adminProposeObjectionDecision', 'adminRequestApprovalWithdrawal', 'adminRequestHoldRelease'],
      ...['adminRequestPauseRelease', 'adminUpdateChain'],
    ]);
    expect(new Set(elsewhere.flatMap(({ id }) => Object.keys(ACCESS_TABLE[id]?.allow ?? {})))).toEqual(
      new Set(['admin']),
    );
  });
});
