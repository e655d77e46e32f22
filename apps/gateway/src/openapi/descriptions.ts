import type { Allow } from '@questp/messages/access';
import type { HttpBinding, HttpMethod } from '@questp/messages/language';
import type { Operation } from '../operations/operation.js';

const RECENT_PROOF = 'Requires a sign-in within the last 10 minutes.';

/** What a caller has to know beyond the summary: conditions, details, who may call it, what a repeated call does. */
export function descriptionOf({ binding, method, rule: { allow, recentProof } }: Operation): string {
  return [recentProof && RECENT_PROOF, binding.description, whoMay(allow), repetitionOf(binding, method)]
    .filter(Boolean)
    .join(' ');
}

function whoMay({ anonymous, user, apiKey, admin }: Allow): string {
  if (anonymous) return apiKey ? `Public; API keys require \`${apiKey}\`.` : 'Public.';
  const who = [
    ...(user ? [users(user)] : []),
    ...(apiKey ? [`API keys of the project with \`${apiKey}\``] : []),
    ...(admin ? [operators(admin)] : []),
  ];
  return `For ${who.join(' and ')}.`;
}

function users({ role, suspended }: NonNullable<Allow['user']>): string {
  if (role === 'project_admin') return 'project_admins of the project';
  if (role === 'project_moderator') return 'members of the project';
  return suspended ? 'signed-in users, including suspended ones' : 'signed-in users';
}

function operators({ permission, initialPassword }: NonNullable<Allow['admin']>): string {
  if (permission !== undefined) return `operators with \`${permission}\``;
  return initialPassword ? 'operators, including those with an initial password' : 'operators';
}

/** GET is safe, PUT is idempotent, and every PATCH here sets values. */
const BY_METHOD: Readonly<Partial<Record<HttpMethod, string>>> = {
  GET: '',
  PUT: '',
  PATCH: '',
  DELETE: 'A repeated call returns NOT_FOUND.',
};

const BY_KEY = 'A repeated call with the same Idempotency-Key returns the first result.';

/** @throws Error for a POST that does not say what a repeated call does */
function repetitionOf({ id, again, idempotent }: HttpBinding, method: HttpMethod): string {
  const sentence = again ?? (idempotent ? BY_KEY : BY_METHOD[method]);
  if (sentence === undefined) throw new Error(`${id} has to say what happens \`again\``);
  return sentence;
}
