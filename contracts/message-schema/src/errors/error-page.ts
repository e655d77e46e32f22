import { CONTRACTS } from '../model/modules.js';
import { errorsOf, type ErrorTable } from './error-table.js';

/** docs/reference/contract-errors.md: the errors of both contracts. */
export function errorPage(table: ErrorTable): string {
  const sections = CONTRACTS.map((contract) => {
    const rows = errorsOf(table, contract).map(({ code, text }) => `| \`${code}\` | ${text} |`);
    return `## ${contract === 'factory' ? 'Factory' : 'Escrow'}\n\n| Code | Text |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return `<!-- Made from contracts/message-schema/schema/errors.json by \`npx nx run message-schema:write\`; do not edit. -->

# Contract errors

A refused message or query answers \`<code>: <text>\`, some with a detail in parentheses behind the text (which field, which address). Nothing is changed by it. A code is never renamed or reused. The order in which the checks of a message are made stands in [contracts.md](../guides/contracts.md).

${sections.join('\n')}`;
}
