/**
 * Who may use which route, written down a second time: the gateway's access table is compared with it request by
 * request, so that an allowance needs two people to be made by mistake.
 */

export const ACTORS = [
  'anonymous',
  'earner',
  'admin of another project',
  'project_moderator',
  'project_admin',
  'suspended earner',
  'suspended project_admin',
  'platform_moderator',
  'super_admin',
  'operator with an initial password',
  'key project:read',
  'key submissions:read',
  'key leaderboard:read',
  'key of another project',
] as const;
export type Actor = (typeof ACTORS)[number];

export type Outcome = 'allowed' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'ACCOUNT_SUSPENDED';

/** Actors that are not named get 401. */
type Expectation = Partial<Record<Actor, Outcome>>;

const activeUsers: Expectation = {
  earner: 'allowed',
  'admin of another project': 'allowed',
  project_moderator: 'allowed',
  project_admin: 'allowed',
  'suspended earner': 'ACCOUNT_SUSPENDED',
  'suspended project_admin': 'ACCOUNT_SUSPENDED',
};
const evenSuspended: Expectation = {
  ...activeUsers,
  'suspended earner': 'allowed',
  'suspended project_admin': 'allowed',
};
const anyone: Expectation = { ...activeUsers, anonymous: 'allowed' };
const team: Expectation = { ...activeUsers, earner: 'NOT_FOUND', 'admin of another project': 'NOT_FOUND' };
const projectAdmins: Expectation = { ...team, project_moderator: 'FORBIDDEN' };

type Key = 'key project:read' | 'key submissions:read' | 'key leaderboard:read';
const keys = (allowed: Key): Expectation => ({
  'key project:read': 'FORBIDDEN',
  'key submissions:read': 'FORBIDDEN',
  'key leaderboard:read': 'FORBIDDEN',
  'key of another project': 'NOT_FOUND',
  [allowed]: 'allowed',
});

const newOperators: Expectation = {
  platform_moderator: 'allowed',
  super_admin: 'allowed',
  'operator with an initial password': 'allowed',
};
const operators: Expectation = { ...newOperators, 'operator with an initial password': 'FORBIDDEN' };
const superAdmins: Expectation = { ...operators, platform_moderator: 'FORBIDDEN' };

const PROJECT = '/v1/projects/{projectId}';
const CAMPAIGN = `${PROJECT}/campaigns/{campaignId}`;
const QUEST = `${CAMPAIGN}/quests/{questId}`;
const SUBMISSION = `${PROJECT}/submissions/{submissionId}`;
const EARN = '/v1/quests/{questId}';

const GROUPS: [Expectation, string[]][] = [
  [
    anyone,
    [
      'GET /v1/auth/methods',
      'GET /v1/auth/wallet/challenge',
      'POST /v1/auth/wallet/verify',
      'GET /v1/auth/legacy-wallet/nonce',
      'POST /v1/auth/legacy-wallet/verify',
      'GET /v1/task-types',
      'GET /v1/task-types/{taskTypeId}',
      'GET /v1/discover/projects',
      'GET /v1/discover/projects/{slug}',
      'GET /v1/discover/campaigns',
      'GET /v1/discover/campaigns/{campaignId}',
      'GET /v1/discover/quests',
      `GET ${EARN}`,
      `GET ${EARN}/quiz`,
    ],
  ],
  [
    evenSuspended,
    [
      'POST /v1/auth/sign-out',
      'GET /v1/users/me',
      'GET /v1/users/me/sessions',
      'DELETE /v1/users/me/sessions',
      'DELETE /v1/users/me/sessions/{sessionId}',
    ],
  ],
  [
    activeUsers,
    [
      'PATCH /v1/users/me',
      'GET /v1/users/me/wallets',
      'GET /v1/users/me/wallets/challenge',
      'POST /v1/users/me/wallets',
      'DELETE /v1/users/me/wallets/{walletId}',
      'PUT /v1/users/me/wallets/{walletId}/primary',
      'GET /v1/users/me/submissions',
      'GET /v1/users/me/submissions/{submissionId}',
      'GET /v1/users/me/ledger',
      'GET /v1/notifications',
      'POST /v1/notifications/{notificationId}/read',
      'POST /v1/notifications/read-all',
      'GET /v1/projects',
      'POST /v1/projects',
      `POST ${EARN}/submissions`,
      `GET ${EARN}/quiz/status`,
      `POST ${EARN}/quiz/submit`,
      `GET ${EARN}/daily-checkin/status`,
      `POST ${EARN}/daily-checkin/check-in`,
      `POST ${EARN}/secret-code/verify`,
      `POST ${EARN}/visit/start`,
      `POST ${EARN}/visit/complete`,
      `POST ${EARN}/attestation/challenge`,
      `POST ${EARN}/attestation/verify`,
      'GET /v1/campaigns/{campaignId}/leaderboard/me',
      `GET ${PROJECT}/leaderboard/me`,
    ],
  ],
  [
    { ...team, ...keys('key project:read') },
    [
      `GET ${PROJECT}`,
      `GET ${PROJECT}/campaigns`,
      `GET ${CAMPAIGN}`,
      `GET ${CAMPAIGN}/totals`,
      `GET ${CAMPAIGN}/quests`,
      `GET ${QUEST}`,
    ],
  ],
  [{ ...team, ...keys('key submissions:read') }, [`GET ${PROJECT}/submissions`, `GET ${SUBMISSION}`]],
  [{ ...anyone, ...keys('key leaderboard:read') }, [`GET ${PROJECT}/leaderboard`]],
  [
    // The project is not in the address: a key of another project passes the gate and finds nothing behind it.
    { ...anyone, ...keys('key leaderboard:read'), 'key of another project': 'allowed' },
    ['GET /v1/campaigns/{campaignId}/leaderboard'],
  ],
  [
    team,
    [
      `GET ${PROJECT}/members`,
      `POST ${PROJECT}/submissions/bulk-review`,
      `POST ${SUBMISSION}/approve`,
      `POST ${SUBMISSION}/reject`,
      `POST ${SUBMISSION}/undo`,
      `POST ${SUBMISSION}/reverse`,
    ],
  ],
  [
    projectAdmins,
    [
      `PATCH ${PROJECT}`,
      `POST ${PROJECT}/archive`,
      `POST ${PROJECT}/members`,
      `PATCH ${PROJECT}/members/{userId}`,
      `DELETE ${PROJECT}/members/{userId}`,
      `GET ${PROJECT}/api-keys`,
      `POST ${PROJECT}/api-keys`,
      `DELETE ${PROJECT}/api-keys/{apiKeyId}`,
      `POST ${PROJECT}/campaigns`,
      `PATCH ${CAMPAIGN}`,
      `POST ${CAMPAIGN}/activate`,
      `POST ${CAMPAIGN}/end`,
      `POST ${CAMPAIGN}/archive`,
      `POST ${CAMPAIGN}/quests`,
      `PUT ${CAMPAIGN}/quests/order`,
      `PATCH ${QUEST}`,
      `POST ${QUEST}/publish`,
      `POST ${QUEST}/archive`,
    ],
  ],
  [{ anonymous: 'allowed' }, ['POST /v1/admin/auth/login']],
  [newOperators, ['POST /v1/admin/auth/sign-out', 'GET /v1/admin/me', 'PUT /v1/admin/me/password']],
  [
    operators,
    [
      'GET /v1/admin/me/sessions',
      'DELETE /v1/admin/me/sessions/{sessionId}',
      'GET /v1/admin/users',
      'GET /v1/admin/users/{userId}',
      'POST /v1/admin/users/{userId}/suspend',
      'POST /v1/admin/users/{userId}/reactivate',
      'GET /v1/admin/projects',
      'GET /v1/admin/submissions',
      'GET /v1/admin/submissions/{submissionId}',
      'POST /v1/admin/submissions/{submissionId}/approve',
      'POST /v1/admin/submissions/{submissionId}/reject',
      'POST /v1/admin/submissions/{submissionId}/undo',
      'POST /v1/admin/submissions/{submissionId}/reverse',
    ],
  ],
  [
    superAdmins,
    [
      'GET /v1/admin/admins',
      'POST /v1/admin/admins',
      'PATCH /v1/admin/admins/{adminId}',
      'GET /v1/admin/audit-log',
      'GET /v1/admin/task-types',
      'PATCH /v1/admin/task-types/{taskTypeId}',
    ],
  ],
];

/** Route (as OpenAPI writes it) -> what each actor gets. */
export const EXPECTED_ACCESS: ReadonlyMap<string, Readonly<Record<Actor, Outcome>>> = new Map(
  GROUPS.flatMap(([expectation, routes]) =>
    routes.map((route) => [
      route,
      Object.fromEntries(ACTORS.map((actor) => [actor, expectation[actor] ?? 'UNAUTHENTICATED'])) as Record<
        Actor,
        Outcome
      >,
    ]),
  ),
);
