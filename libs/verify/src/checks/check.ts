import { areAll, isMissing, isRead, type Part, type Values } from '../input/part.js';
import { printable } from '../input/printable.js';

/**
 * - agrees: as published and as the contracts compute it.
 * - differs: a mismatch.
 * - unchecked: something could not be read, or nothing is published to compare with.
 * - later: there is nothing to check in this phase.
 */
export type Outcome = 'agrees' | 'differs' | 'unchecked' | 'later';

export interface Check {
  /** The compared values, in terms of the specification. */
  name: string;
  outcome: Outcome;
  expected: string;
  actual: string;
}

type Shown = string | number | bigint | boolean;

/** What a comparison finds; `agrees` is whether both are equal unless given. */
export type Finding = { expected: Shown; actual: Shown; agrees?: boolean } | { unchecked: string } | { later: string };

/** Finding of a check that finalize has to come before. */
export const BEFORE_FINALIZE = { later: 'nothing is finalized' };

/** One check: compares the parts it needs once all of them are read. */
export function check<const P extends readonly Part<unknown>[]>(
  name: string,
  parts: P,
  compare: (...values: Values<P>) => Finding,
): Check {
  const values: unknown = parts.filter(isRead).map(({ value }) => value);
  if (!areAll(values, parts)) return shown(name, 'unchecked', '', parts.find(isMissing)?.error ?? '');
  const finding = compare(...values);
  if ('unchecked' in finding) return shown(name, 'unchecked', '', finding.unchecked);
  if ('later' in finding) return shown(name, 'later', '', finding.later);
  const { expected, actual, agrees = expected === actual } = finding;
  return shown(name, agrees ? 'agrees' : 'differs', expected, actual);
}

const shown = (name: string, outcome: Outcome, expected: Shown, actual: Shown): Check => ({
  name,
  outcome,
  expected: printable(expected),
  actual: printable(actual),
});

const NAMED = 3;

/** The first of what differs, and how many more there are. */
export function summary(findings: readonly string[], none: string): string {
  if (findings.length === 0) return none;
  const more = findings.length > NAMED ? ` and ${findings.length - NAMED} more` : '';
  return `${findings.slice(0, NAMED).join('; ')}${more}`;
}
