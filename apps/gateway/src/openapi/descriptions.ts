import type { Allow, HttpFace, HttpMethod } from '@questp/messages';
import type { Operation } from '../operations/operation.js';

/** What an operation does beyond its summary, who may ask for it, and what happens on repetition. */
export function descriptionOf({ face, method, rule: { allow } }: Operation): string {
  return [face.description, `For ${whoMay(allow)}.`, repetitionOf(face, method)].filter(Boolean).join(' ');
}

function whoMay({ anonymous, user, apiKey, admin }: Allow): string {
  if (anonymous && user) return apiKey ? `anybody; an API key needs \`${apiKey}\`` : 'anybody, with or without a token';
  const who = [
    ...(anonymous ? ['whoever has no token'] : []),
    ...(user ? [users(user)] : []),
    ...(apiKey ? [`API keys of the project with \`${apiKey}\``] : []),
    ...(admin ? [operators(admin)] : []),
  ];
  return who.join(', and ');
}

function users({ role, suspended }: NonNullable<Allow['user']>): string {
  if (role === 'project_admin') return 'each project_admin of the project';
  if (role === 'project_moderator') return 'members of the project';
  return suspended ? 'signed-in users, suspended ones too' : 'signed-in users';
}

function operators({ permission, initialPassword }: NonNullable<Allow['admin']>): string {
  if (permission !== undefined) return `operators with \`${permission}\``;
  return initialPassword ? 'operators, with an initial password too' : 'operators';
}

/** Unless the face tells. */
const BY_METHOD: Readonly<Partial<Record<HttpMethod, string>>> = {
  GET: 'It changes nothing.',
  PUT: 'Repeated, it leaves the same.',
  PATCH: 'Repeated, it leaves the same.',
  DELETE: 'Repeated, it is NOT_FOUND.',
};

const BY_KEY =
  'Repeated with the same Idempotency-Key, it answers with the first result; without one it is done again.';

/** @throws Error for a face that does not tell, though it has to */
function repetitionOf({ id, again, idempotent }: HttpFace, method: HttpMethod): string {
  const sentence = again ?? (idempotent ? BY_KEY : BY_METHOD[method]);
  if (sentence === undefined) throw new Error(`${id} has to say what happens \`again\``);
  return sentence;
}
