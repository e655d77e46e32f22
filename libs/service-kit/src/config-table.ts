import { MIGRATE_CONFIG, type ConfigSpec } from '@questp/service';

/** One variable as docs/reference/configuration.md shows it. */
export interface VariableRow {
  name: string;
  meaning: string;
  /** As it would be given; null for a variable that must be given. */
  default: string | null;
  choices: readonly unknown[] | null;
  secret: boolean;
}

export const configTable = (variables: ConfigSpec): VariableRow[] =>
  Object.entries(variables).map(([name, variable]) => ({
    name,
    meaning: variable.desc ?? '',
    default: variable.default === undefined ? null : asGiven(variable.default),
    choices: variable.choices ?? null,
    secret: variable.secret ?? false,
  }));

/** Those that only the commands migrate and prepare-broker read. */
export const migrateVariables = (): VariableRow[] => configTable(MIGRATE_CONFIG);

const asGiven = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : `${value as string | number | boolean}`;
