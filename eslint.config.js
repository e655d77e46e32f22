import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import { waysOut } from './eslint.ways-out.js';

/** @type {{ name: string }[]} */
const services = JSON.parse(readFileSync(new URL('libs/manifest/services.json', import.meta.url), 'utf8'));

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      'apps/*/bundle',
      '**/out-tsc',
      '**/generated',
      '**/node_modules',
      '.nx',
      '.local',
      '**/test-results',
    ],
  },
  // AssemblyScript is not TypeScript: asc checks it.
  { ignores: ['contracts/*/assembly', 'contracts/*/example', 'contracts/*/test-modules'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', '*/*/jest.config.js', 'tools/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: true,
          // libs/service-kit loads them where a service has a database, and not in one that has none.
          checkDynamicDependenciesExceptions: ['@questp/postgres', '@questp/events'],
          allow: ['^.*/jest\\.preset\\.js$'],
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
            { sourceTag: 'type:contract', allowedExternalImports: ['class-validator'] },
          ],
        },
      ],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.fixture.ts', 'libs/service-kit/src/testing/**'],
    rules: { 'no-restricted-imports': ['error', { paths: ['@questp/testing', 'fast-check'] }] },
  },
  ...waysOut,
  { files: ['tools/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
  prettier,
);
