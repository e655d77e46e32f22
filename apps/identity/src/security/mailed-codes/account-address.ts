import type { SessionFamily } from '@questp/messages/access';
import { raw, sql, type Queries, type Sql } from '@questp/postgres';

const ADDRESSES: Record<SessionFamily, Sql> = {
  user: raw('SELECT email FROM user_email WHERE user_id ='),
  admin: raw('SELECT email FROM admin WHERE id ='),
};

/** The address for mails to a user or operator. */
export async function accountAddress(on: Queries, family: SessionFamily, ownerId: string): Promise<string | undefined> {
  return (await on.row<{ email: string }>(sql`${ADDRESSES[family]} ${ownerId}`))?.email;
}

/** True if an active operator has the address. */
export async function isOperator(on: Queries, email: string): Promise<boolean> {
  return (await on.row(sql`SELECT FROM admin WHERE email = ${email} AND status = 'active'`)) !== undefined;
}
