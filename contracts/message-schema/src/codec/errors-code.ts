import { pascalCase } from '../model/definition.js';
import { asciiBytes } from './ascii-bytes.js';
import { type ErrorTable } from '../errors/error-table.js';

/**
 * AssemblyScript constants `CommonError.Paused`: where "paused: <text>" lies, a zero behind it. One class for each part of
 * the table. Only those a contract names get into its Wasm.
 */
export function errorsCode(table: ErrorTable): string {
  const classes = Object.entries(table).map(([part, errors]) => {
    const rows = errors.map(({ code, text }) => {
      const sentence = `${code}: ${text}`;
      return `/** ${sentence} */
@lazy static readonly ${pascalCase(code)}: usize = memory.data<u8>([${asciiBytes(`${sentence}\0`)}]);`;
    });
    return `/** ${part === 'common' ? 'Errors of both contracts' : `Errors of the ${part} alone`}, as \`refusal\` takes them. */
export class ${pascalCase(part)}Error {
${rows.join('\n')}
}`;
  });
  return `${classes.join('\n\n')}\n`;
}
