import { type Phase } from '../model/escrow.js';

/** Counts of outcomes: a property test that never reaches a state proves nothing about it. */
export class Coverage {
  /** Contract calls compared with the model. */
  steps = 0;
  /** Queries compared with the model. */
  queries = 0;
  runs = 0;
  /** Entries of the largest allocation that was paid out. */
  largestAllocation = 0;
  /** Message -> outcome (`accepted` or the code) -> count. */
  readonly outcomes = new Map<string, Map<string, number>>();
  /** Phase of an escrow -> messages sent to it. */
  readonly phases = new Map<Phase, number>();
  /** Change of a phase or of an entry's state -> count. */
  readonly changes = new Map<string, number>();

  countStep(message: string, outcome: string): void {
    this.steps += 1;
    const outcomes = this.outcomes.get(message) ?? new Map<string, number>();
    this.outcomes.set(message, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }

  countPhase(phase: Phase): void {
    this.phases.set(phase, (this.phases.get(phase) ?? 0) + 1);
  }

  countChange(change: string): void {
    this.changes.set(change, (this.changes.get(change) ?? 0) + 1);
  }

  accepted(message: string): number {
    return this.outcomes.get(message)?.get('accepted') ?? 0;
  }

  refused(message: string): number {
    const outcomes = this.outcomes.get(message) ?? new Map<string, number>();
    return [...outcomes].reduce((sum, [outcome, count]) => sum + (outcome === 'accepted' ? 0 : count), 0);
  }

  /** Every code that refused a message. */
  codes(): Set<string> {
    return new Set([...this.outcomes.values()].flatMap((outcomes) => [...outcomes.keys()]));
  }

  /** A table for people. */
  toString(): string {
    const rows = [...this.outcomes].sort().map(([message, outcomes]) => {
      const refusals = [...outcomes].filter(([outcome]) => outcome !== 'accepted').sort((a, b) => b[1] - a[1]);
      const codes = refusals.map(([code, count]) => `${code} ${count}`).join(', ');
      return `${message.padEnd(36)} ${`${this.accepted(message)}`.padStart(7)} accepted  ${codes}`;
    });
    const list = (counts: Map<string, number>): string =>
      [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
    const head = `${this.runs} runs, ${this.steps} calls, ${this.queries} queries, up to ${this.largestAllocation} entries`;
    return [head, ...rows, `calls by phase: ${list(this.phases)}`, `changes: ${list(this.changes)}`].join('\n');
  }
}
