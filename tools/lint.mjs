import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { root } from './workspace.mjs';

// Types and lint rules of every file, in one program: a program per project reads every library again, and apart from
// each other both work out the same types.
const configuration = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.lint.json'), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
});
if (!configuration) throw new Error('tsconfig.lint.json cannot be read');
const { fileNames, options } = configuration;
// ESLint's rules look from a node to its parents.
const host = ts.createCompilerHost(options, true);
const program = ts.createProgram(fileNames, options, host);
const diagnostics = ts.getPreEmitDiagnostics(program);
console.log(ts.formatDiagnostics(diagnostics, host));

// The rule on module boundaries reads the project graph anew for every file, unless it sees that ESLint is run by itself.
process.argv[1] = join(root, 'node_modules/.bin/eslint');
const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { programs: [program], projectService: false } },
  },
});
const results = await eslint.lintFiles(['.']);
const formatter = await eslint.loadFormatter();
console.log(await formatter.format(results));
const errors = results.reduce((sum, { errorCount }) => sum + errorCount, 0);
process.exit(diagnostics.length + errors === 0 ? 0 : 1);
