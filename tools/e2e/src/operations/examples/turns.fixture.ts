import { accountTurns } from './account-turns.fixture.js';
import { consoleTurns } from './console-turns.fixture.js';
import { escrowTurns } from './escrow-turns.fixture.js';
import { operatorTurns } from './operator-turns.fixture.js';
import { payoutTurns } from './payout-turns.fixture.js';
import { projectTurns } from './project-turns.fixture.js';
import { signInTurns } from './sign-in-turns.fixture.js';
import type { Story } from './story.fixture.js';
import { taskTurns } from './task-turns.fixture.js';
import { newEscrows } from './escrows.fixture.js';
import type { Turns } from './turn.js';

/** The turns of every operation that needs one, in a story. */
export function turnsOf(story: Story): Turns {
  const escrows = newEscrows();
  return {
    ...signInTurns(story),
    ...accountTurns(story),
    ...projectTurns(story),
    ...taskTurns(story),
    ...operatorTurns(story),
    ...payoutTurns(),
    ...escrowTurns(escrows),
    ...consoleTurns(escrows),
  };
}
