import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unwrap } from '@questp/sdk';
import type { Caller, Gateways } from './caller.js';
import type { Body, Schemas } from './schemas.js';
import { opened, type Person } from './sign-in.js';
import { newSlug } from './studio.js';

export interface Operator {
  client: Caller;
  admin: Schemas['Admin'];
  email: string;
  password: string;
}

interface Credentials {
  email: string;
  password: string;
}

/** A platform, as far as creating operators needs it. */
interface Platform {
  gateways: Gateways;
  superAdmin(): Promise<Caller>;
}

/** Creates an operator and signs in; the operator has changed the initial password unless `initialPassword`. */
export async function newOperator(
  platform: Platform,
  role: Body<'adminCreateAdmin'>['role'],
  { initialPassword = false }: { initialPassword?: boolean } = {},
): Promise<Operator> {
  const email = `${newSlug('operator')}@questp.test`;
  const created = await unwrap((await platform.superAdmin()).POST('/v1/admin/admins', { body: { email, role } }));
  const { admin, initialPassword: first } = created;
  if (first === null) throw new Error('The answer is a replay');
  const client = await operatorSignIn(platform.gateways, { email, password: first });
  if (initialPassword) return { client, admin, email, password: first };
  const { password } = await changePassword(client, { email, password: first });
  return { client: await operatorSignIn(platform.gateways, { email, password }), admin, email, password };
}

/** Gives the operator a new password. */
export async function changePassword(
  client: Caller,
  { email, password: currentPassword }: Credentials,
): Promise<Credentials> {
  const newPassword = randomBytes(15).toString('base64url');
  await unwrap(client.PUT('/v1/admin/me/password', { body: { currentPassword, newPassword } }));
  return { email, password: newPassword };
}

/** Signs an operator in, after a pause if the sign-ins of this address are used up for the minute. */
export async function operatorSignIn(gateways: Gateways, body: Credentials): Promise<Caller> {
  const signIn = () => gateways.anonymous.POST('/v1/admin/auth/login', { body });
  let answer = await signIn();
  while (answer.response.status === 429) {
    await sleep(Number(answer.response.headers.get('retry-after')) * 1_000);
    answer = await signIn();
  }
  return gateways.as(opened(await unwrap(Promise.resolve(answer))).token);
}

/** Suspends the account of the person; returns the answer as it is. */
export const suspend = (operator: Caller, { user }: Person) =>
  operator.POST('/v1/admin/users/{userId}/suspend', {
    params: { path: { userId: user.id } },
    body: { reason: 'Fraud' },
  });
