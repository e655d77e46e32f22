import Table from 'cli-table3';
import type { Outcome } from './attack.js';

/** A table of the tries and how many were refused, and below it those that were not. */
export function report(outcomes: readonly Outcome[]): string {
  const table = new Table({ head: ['Attack', 'Tried', 'Held'], style: { head: [], border: [] } });
  for (const { name, tried, gaveWay, missing } of outcomes) {
    table.push([name, tried, missing.length > 0 ? `not tried: no ${missing.join(', ')}` : held(gaveWay.length)]);
  }
  const holes = outcomes.flatMap(({ name, gaveWay }) => gaveWay.map((what) => `  ${name}: ${what}`));
  return [table.toString(), ...(holes.length > 0 ? ['Gave way:', ...holes] : [])].join('\n');
}

const held = (holes: number): string => (holes === 0 ? 'yes' : `NO, ${holes} gave way`);
