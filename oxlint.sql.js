const PARTS = 'Parts of statements, which repositories of several rooms put together.';
const IN_ITS_TRANSACTION = 'Functions that repositories and use cases of several rooms call in their own transaction.';
const BEGINS = 'The statement that begins the transaction of every call, or what it is made of.';
const COPY = 'The columns and statement of an exported file, which COPY runs.';
const KIT = 'What every repository is built on: events, migrations, idempotency, locks, sealed values.';

/**
 * Files with SQL that are no `*.repository.ts`, and why. Paths may have wildcards.
 * @type {Record<string, string>}
 */
const ALLOWED = {
  'apps/*/src/**/authorize.ts': BEGINS,
  'apps/identity/src/access/access-locks.ts': BEGINS,
  'apps/integrations/src/access/project-access.ts': BEGINS,
  'apps/quests-verify/src/people/access/has-roles.ts': BEGINS,
  'apps/exports/src/csv/columns/*.ts': COPY,
  'apps/exports/src/csv/offer-export.ts': COPY,
  'apps/escrow-ops/src/operator/console/two-operators.ts': PARTS,
  'apps/escrow-ops/src/plans/merged-accounts.ts': PARTS,
  'apps/escrow-ops/src/plans/plan-row.ts': PARTS,
  'apps/quests-verify/src/discover/rotation.ts': PARTS,
  'apps/quests-verify/src/ledger/submissions/earners-after.ts': PARTS,
  'apps/quests-verify/src/ledger/submissions/takers.ts': PARTS,
  'apps/quests-verify/src/shared/campaign-locks.ts': PARTS,
  'apps/quests-verify/src/shared/changed.ts': PARTS,
  'apps/quests-verify/src/shared/project-owner.ts': PARTS,
  'apps/quests-verify/src/shared/search.ts': PARTS,
  'apps/quests-verify/src/shared/team-locks.ts': PARTS,
  'apps/quests-verify/src/standings/aggregates/board.ts': PARTS,
  'apps/identity/src/security/mailed-codes/account-address.ts': IN_ITS_TRANSACTION,
  'apps/identity/src/security/mailed-codes/merge-notice.ts': IN_ITS_TRANSACTION,
  'apps/identity/src/security/sessions/end-merge-offers.ts': IN_ITS_TRANSACTION,
  'apps/identity/src/shared/undoable-merges.ts': IN_ITS_TRANSACTION,
  'apps/quests-verify/src/ledger/credits/forget-submissions.ts': IN_ITS_TRANSACTION,
  'apps/quests-verify/src/ledger/credits/former-completions.ts': IN_ITS_TRANSACTION,
  'apps/quests-verify/src/ledger/credits/points-invariant.ts': IN_ITS_TRANSACTION,
  'apps/quests-verify/src/people/earners/earner-tables.ts': IN_ITS_TRANSACTION,
  'libs/{events,postgres,vault}/src/*.ts': KIT,
  'libs/service-kit/src/chains/chain-registry.ts': KIT,
};

const message = 'SQL stands in *.repository.ts; oxlint.sql.js has the exceptions.';

/** A plugin with one rule: no template with the tag `sql`, which every statement is made with. */
export default {
  meta: { name: 'layout' },
  rules: {
    'sql-in-repositories': {
      /** @param {{ report(problem: { node: object, message: string }): void }} context */
      create: (context) => ({
        /** @param {{ tag: { name?: string } }} node */
        TaggedTemplateExpression(node) {
          if (node.tag.name === 'sql') context.report({ node, message });
        },
      }),
    },
  },
};

/** Configuration of the linter. */
export const sqlElsewhere = {
  files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
  excludeFiles: ['**/*.repository.ts', '**/*.spec.ts', '**/*.fixture.ts', '**/testing/**', ...Object.keys(ALLOWED)],
  rules: { 'layout/sql-in-repositories': 'error' },
};
