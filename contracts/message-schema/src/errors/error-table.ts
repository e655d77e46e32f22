import { CONTRACTS, type ContractName } from '../model/modules.js';

export interface ErrorRow {
  code: string;
  text: string;
}

/** schema/errors.json: `common` are errors of both contracts. */
export type ErrorTable = Record<'common' | ContractName, ErrorRow[]>;

/** Every error of a contract. Throws for a duplicate code. */
export function errorsOf(table: ErrorTable, contract: ContractName): ErrorRow[] {
  const rows = [...table.common, ...table[contract]];
  const codes = rows.map(({ code }) => code);
  const twice = codes.find((code, i) => codes.indexOf(code) !== i);
  if (twice) throw new Error(`${contract}: the error ${twice} stands there twice`);
  return rows;
}

/** Code -> text of every contract. */
export function errorTexts(table: ErrorTable): Record<ContractName, Record<string, string>> {
  const [factory, escrow] = CONTRACTS.map((contract) =>
    Object.fromEntries(errorsOf(table, contract).map(({ code, text }) => [code, text])),
  );
  return { factory: factory ?? {}, escrow: escrow ?? {} };
}
