/** Limits that are never reached. */
export const NO_LIMITS = Object.fromEntries(
  [
    'PRINCIPAL',
    'PRINCIPAL_WRITES',
    'ADDRESS',
    'ANONYMOUS',
    'CHALLENGE',
    'VERIFY',
    'EMAIL_CODES',
    'PASSWORD',
    'ADMIN_SIGN_IN',
    'LOOKUP',
    'ACCOUNT_EXPORTS',
    'NEW_PROJECTS',
    'NEW_CAMPAIGNS',
    'NEW_QUESTS',
    'ACTIVATIONS',
    'NEW_API_KEYS',
    'INVITATIONS_SENT',
    'INVITATIONS_RECEIVED',
  ].map((name) => [`LIMIT_${name}`, '100000000']),
);
