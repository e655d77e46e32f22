import { readFileSync } from 'node:fs';
import { sqlElsewhere } from './oxlint.sql.js';
import { waysOut } from './oxlint.ways-out.js';

/** @type {{ name: string }[]} */
const services = JSON.parse(readFileSync(new URL('libs/manifest/services.json', import.meta.url), 'utf8'));

/** @param {string[]} names */
const errors = (...names) => Object.fromEntries(names.map((name) => [name, 'error']));

const UNTYPED = Object.fromEntries(
  ['argument', 'assignment', 'call', 'member-access', 'return'].map((what) => [`typescript/no-unsafe-${what}`, 'off']),
);

export default {
  // What is generated or built is in .gitignore. AssemblyScript is not TypeScript: asc checks it.
  // What uses a generated client is compiled beside it.
  ignorePatterns: [
    ...['**/generated', 'contracts/*/assembly', 'contracts/*/example', 'contracts/*/test-modules'],
    'tools/conformance/clients',
  ],
  options: { typeAware: true },
  plugins: ['typescript', 'oxc'],
  // eslint-js: ESLint's own rules, for what Oxlint has none for.
  jsPlugins: [
    ...['@nx/eslint-plugin', './oxlint.sql.js', './oxlint.injected-names.js'],
    { name: 'eslint-js', specifier: 'oxlint-plugin-eslint' },
  ],
  categories: { correctness: 'error' },
  rules: {
    ...errors('eqeqeq', 'no-case-declarations', 'no-console', 'no-empty', 'no-fallthrough', 'no-prototype-builtins'),
    ...errors('no-redeclare', 'no-regex-spaces', 'no-array-constructor', 'no-var'),
    ...errors('prefer-const', 'prefer-rest-params', 'prefer-spread'),
    ...errors('typescript/ban-ts-comment', 'typescript/no-empty-object-type', 'typescript/no-explicit-any'),
    ...errors('typescript/no-misused-promises', 'typescript/no-namespace', 'typescript/no-require-imports'),
    ...errors('typescript/no-unnecessary-type-assertion', 'typescript/no-unnecessary-type-constraint'),
    ...errors('typescript/no-unsafe-argument', 'typescript/no-unsafe-assignment', 'typescript/no-unsafe-call'),
    ...errors('typescript/no-unsafe-enum-comparison', 'typescript/no-unsafe-function-type'),
    ...errors('typescript/no-unsafe-member-access', 'typescript/no-unsafe-return', 'typescript/only-throw-error'),
    ...errors('typescript/prefer-promise-reject-errors', 'typescript/require-await'),
    ...errors('typescript/restrict-plus-operands'),
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Rows and messages are spread into others on purpose; names are sorted as they are; TypeScript knows the rest.
    'typescript/no-misused-spread': 'off',
    'typescript/require-array-sort-compare': 'off',
    'no-shadow-restricted-names': 'off',
    'questp/injected-names': 'error',
    '@nx/enforce-module-boundaries': [
      'error',
      {
        enforceBuildableLibDependency: true,
        // libs/service-kit loads them where a service has a database, and not in one that has none.
        checkDynamicDependenciesExceptions: ['@questp/postgres', '@questp/events'],
        // Specs run the contracts on the contract host, with its stories, and on a node; oxlint.ways-out.js keeps it out of the product.
        allow: ['^.*/jest\\.preset\\.js$', '@questp/chain', '@questp/contract-host', '@questp/contract-proof'],
        depConstraints: [
          ...services.map(({ name }) => ({
            sourceTag: `scope:${name}`,
            onlyDependOnLibsWithTags: [`scope:${name}`, 'scope:shared'],
          })),
          { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
          { sourceTag: 'scope:tools', onlyDependOnLibsWithTags: ['scope:shared', 'scope:contracts', 'scope:tools'] },
          {
            sourceTag: 'scope:contracts',
            onlyDependOnLibsWithTags: ['scope:contracts', 'scope:shared', 'scope:tools'],
          },
          {
            sourceTag: 'type:app',
            onlyDependOnLibsWithTags: ['type:lib', 'type:data', 'type:contract', 'type:broker', 'type:testing'],
          },
          { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:contract'] },
          { sourceTag: 'type:broker', onlyDependOnLibsWithTags: ['type:contract'] },
          {
            sourceTag: 'type:lib',
            onlyDependOnLibsWithTags: ['type:lib', 'type:contract', 'type:broker', 'type:testing'],
          },
          {
            sourceTag: 'type:data',
            onlyDependOnLibsWithTags: ['type:data', 'type:lib', 'type:contract', 'type:broker', 'type:testing'],
          },
          { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:testing', 'type:contract', 'type:broker'] },
          { sourceTag: 'scope:gateway', bannedExternalImports: ['pg', '@prisma/*'] },
          { sourceTag: 'type:contract', allowedExternalImports: ['class-validator', 'entities'] },
        ],
      },
    ],
  },
  overrides: [
    ...waysOut,
    sqlElsewhere,
    { files: ['tools/**'], rules: { 'no-console': 'off' } },
    // Scripts read JSON and modules that are not compiled yet.
    { files: ['**/*.js', '**/*.mjs'], rules: UNTYPED },
  ],
};
