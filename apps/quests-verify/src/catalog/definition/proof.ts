import { fieldError, type FieldError } from '@questp/messages/language';
import type { VerificationMethod } from '@questp/messages/quests';
import type { JsonObject } from './json-schema.js';
import type { TaskType } from './task-type.js';

type Provable = Pick<TaskType, 'proof'>;

/** True if people decide every attempt under the method. */
const isReviewed = (method: VerificationMethod): boolean =>
  method === 'manual' || method === 'ai_verify' || method === 'hybrid_ai';

/** True if a reviewer would have nothing to look at. */
export const lacksProof = ({ proof }: Provable, inputs: JsonObject): boolean =>
  proof !== undefined && !proof.some((name) => isFilled(inputs[name]));

/** Inputs for a quest whose attempts all enter review. */
export function proofErrors(type: Provable, inputs: JsonObject, method: VerificationMethod): FieldError[] {
  if (!isReviewed(method) || !lacksProof(type, inputs)) return [];
  const [first = '', ...others] = type.proof ?? [];
  return [fieldError(others.length === 0 ? `/${first}` : '', 'REQUIRED', {}, askForProof(type))];
}

/** What the earner is asked for. */
export const askForProof = ({ proof = [] }: Provable): string =>
  `A reviewer needs something to look at: hand in ${proof.join(' or ')}.`;

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled);
  return value !== undefined;
}
