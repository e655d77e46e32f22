import { randomBytes } from 'node:crypto';
import { unwrap } from '@questp/sdk';
import type { Caller } from './caller.js';
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

interface Platform {
  anonymous: Caller;
  as(token: string): Caller;
  superAdmin(): Promise<Caller>;
}

/** A new operator who is signed in, with a password of their own unless `initialPassword`. */
export async function newOperator(
  platform: Platform,
  role: Body<'adminCreateAdmin'>['role'],
  { initialPassword = false }: { initialPassword?: boolean } = {},
): Promise<Operator> {
  const email = `${newSlug('operator')}@questp.test`;
  const superAdmin = await platform.superAdmin();
  const created = await unwrap(superAdmin.POST('/v1/admin/admins', { body: { email, role } }));
  const { admin, initialPassword: first } = created;
  if (first === null) throw new Error('The answer is a replay');
  const client = await operatorSignIn(platform, { email, password: first });
  if (initialPassword) return { client, admin, email, password: first };
  const { password } = await changePassword(client, { email, password: first });
  return { client: await operatorSignIn(platform, { email, password }), admin, email, password };
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

/** Signs an operator in. */
export async function operatorSignIn(
  { anonymous, as }: Pick<Platform, 'anonymous' | 'as'>,
  body: Credentials,
): Promise<Caller> {
  return as(opened(await unwrap(anonymous.POST('/v1/admin/auth/login', { body }))).token);
}

/** An operator suspends an account; gives whatever was answered. */
export const suspend = (operator: Caller, { user }: Person) =>
  operator.POST('/v1/admin/users/{userId}/suspend', {
    params: { path: { userId: user.id } },
    body: { reason: 'Fraud' },
  });
