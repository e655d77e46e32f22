import type { ConfigSpec } from '@questp/service';

/** One variable as docs/configuration.md shows it. */
export interface VariableRow {
  name: string;
  meaning: string;
  /** Null for a variable that must be given. */
  default: unknown;
  choices: readonly unknown[] | null;
  secret: boolean;
}

export const configTable = (variables: ConfigSpec): VariableRow[] =>
  Object.entries(variables).map(([name, variable]) => ({
    name,
    meaning: variable.desc ?? '',
    default: variable.default ?? null,
    choices: variable.choices ?? null,
    secret: variable.secret ?? false,
  }));
