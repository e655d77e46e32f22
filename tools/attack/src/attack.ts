import type { Target } from './target.js';

/** The tries of one attack, and those that the platform did not refuse. */
export class Tries {
  count = 0;
  readonly gaveWay: string[] = [];

  /** @param seen what happened instead */
  note(what: string, held: boolean, seen = ''): void {
    this.count += 1;
    if (!held) this.gaveWay.push(seen ? `${what}: ${seen}` : what);
  }
}

export interface Attack {
  name: string;
  /** Members of the target that the attack needs. */
  needs?: readonly (keyof Target)[];
  run: (target: Target, tries: Tries) => Promise<void>;
}

export interface Outcome {
  name: string;
  tried: number;
  /** Empty if the platform refused all tries. */
  gaveWay: string[];
  /** Members of the target that are not known; then nothing was tried. */
  missing: string[];
}

/** Runs the attacks one after the other. An attack that throws counts as a try that was not refused. */
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
