import { pascalCase } from '../model/definition.js';
import { CONTRACTS } from '../model/modules.js';
import { asciiBytes } from './ascii-bytes.js';
import { errorsOf, type ErrorTable } from '../errors/error-table.js';

/** AssemblyScript constants `FactoryError.Paused`: where "paused: <text>" lies, a zero behind it. Only those a contract names get into its Wasm. */
export function errorsCode(table: ErrorTable): string {
  const classes = CONTRACTS.map((contract) => {
    const rows = errorsOf(table, contract).map(({ code, text }) => {
      const sentence = `${code}: ${text}`;
      return `/** ${sentence} */
@lazy static readonly ${pascalCase(code)}: usize = memory.data<u8>([${asciiBytes(`${sentence}\0`)}]);`;
    });
    return `/** Errors of the ${contract}, as \`refusal\` takes them. */
export class ${pascalCase(contract)}Error {
${rows.join('\n')}
}`;
  });
  return `${classes.join('\n\n')}\n`;
}
