import type { Target } from './target.js';

/** What was tried in one attack, and what of it the platform let through. */
export class Tries {
  count = 0;
  readonly gaveWay: string[] = [];

  /** `seen` tells what happened instead. */
  note(what: string, held: boolean, seen = ''): void {
    this.count += 1;
    if (!held) this.gaveWay.push(seen ? `${what}: ${seen}` : what);
  }
}

export interface Attack {
  name: string;
  /** Members of the target without which it cannot be tried. */
  needs?: readonly (keyof Target)[];
  run: (target: Target, tries: Tries) => Promise<void>;
}

export interface Outcome {
  name: string;
  tried: number;
  /** Empty: it held. */
  gaveWay: string[];
  /** What the target does not tell; then nothing was tried. */
  missing: string[];
}

/** Tries one attack after the other. What ends in an error held nothing: it is told as what gave way. */
export async function attack(target: Target, attacks: readonly Attack[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, needs = [], run } of attacks) {
    const missing = needs.filter((need) => target[need] === undefined);
    const tries = new Tries();
    if (missing.length === 0) {
      await run(target, tries).catch((error: unknown) => tries.note('the attack itself failed', false, String(error)));
    }
    outcomes.push({ name, tried: tries.count, gaveWay: tries.gaveWay, missing });
  }
  return outcomes;
}
