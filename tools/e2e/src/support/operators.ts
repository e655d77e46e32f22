import { randomBytes } from 'node:crypto';
import type { Admin, AdminRole } from '@questp/messages';
import { Client } from './client.js';
import { newSlug } from './studio.js';

export interface Operator {
  client: Client;
  admin: Admin;
  email: string;
  password: string;
}

interface Platform {
  gatewayUrls: string[];
  anonymous: Client;
  superAdmin(): Promise<Client>;
}

/** A new operator who is signed in, with a password of their own unless `initialPassword`. */
export async function newOperator(
  platform: Platform,
  role: AdminRole,
  { initialPassword = false }: { initialPassword?: boolean } = {},
): Promise<Operator> {
  const email = `${newSlug('operator')}@questp.test`;
  const created = await (
    await platform.superAdmin()
  ).post<{ admin: Admin; initialPassword: string }>('/v1/admin/admins', { email, role });
  const signIn = async (password: string) =>
    new Client(
      platform.gatewayUrls,
      (await platform.anonymous.post<{ token: string }>('/v1/admin/auth/login', { email, password })).token,
    );
  const client = await signIn(created.initialPassword);
  if (initialPassword) return { client, admin: created.admin, email, password: created.initialPassword };
  const password = randomBytes(15).toString('base64url');
  await client.put('/v1/admin/me/password', { currentPassword: created.initialPassword, newPassword: password });
  return { client: await signIn(password), admin: created.admin, email, password };
}
