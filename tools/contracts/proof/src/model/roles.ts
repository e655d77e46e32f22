import { type EscrowModel, type Phase } from './escrow.js';
import { demand } from './refusal.js';

// The order of checks of docs/guides/contracts.md: sender, pause, phase, then arguments and state.

export function demandRunning(escrow: EscrowModel): void {
  demand(escrow.pausedUntil === undefined, 'paused');
}

export function demandPhase(escrow: EscrowModel, ...phases: Phase[]): void {
  demand(phases.includes(escrow.phase), 'wrong_phase');
}

/** Unicode code points. */
export const textLength = (text: string): number => [...text].length;
