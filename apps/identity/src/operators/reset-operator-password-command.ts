import { parseArgs } from 'node:util';
import { Database } from '@questp/postgres';
import { DATABASE_CONFIG, loadConfig } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { EmailChallengesRepository } from '../security/mailed-codes/email-challenges.repository.js';
import { EmailCodeBudgetsRepository } from '../security/mailed-codes/email-code-budgets.repository.js';
import { MailOrdersRepository } from '../security/mailed-codes/mail-orders.repository.js';
import { newInitialPassword, Passwords } from '../security/passwords/passwords.js';
import { SESSION_CONFIG } from '../shared/config.js';
import { canonicalEmail } from '../shared/email.js';
import { createPrisma } from '../shared/prisma.js';
import { SessionsRepository } from '../security/sessions/sessions.repository.js';
import { removeTwoFactor } from '../security/two-factor/two-factor.repository.js';
import { AdminDevicesRepository } from './admin-devices.repository.js';
import { AdminsRepository } from './admins.repository.js';
import { ReplaceAdminPassword } from './replace-admin-password.js';

const USAGE = `node apps/identity/bundle/main.js reset-operator-password <e-mail address> [--two-factor-off]

  Gives an operator a new initial password, which is printed once and changed at the next sign-in. Ends the operator's
  sessions, and notifies the operator by mail. Runs beside running replicas; reads DATABASE_URL.

  --two-factor-off  turns two-factor sign-in off as well, for an operator who has lost it
  --help            this text
`;

/** The command reset-operator-password, for when no other super admin can reset the password. */
export async function resetOperatorPasswordCommand(schema: string, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { 'two-factor-off': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) return USAGE;
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) throw new Error(`name one e-mail address\n\n${USAGE}`);
  const { DATABASE_URL } = loadConfig({ DATABASE_URL: DATABASE_CONFIG.DATABASE_URL });
  const db = new Database(DATABASE_URL, { schema, poolSize: 1 });
  try {
    return await reset(db, canonicalEmail(address), values['two-factor-off'] === true);
  } finally {
    await db.onApplicationShutdown();
  }
}

async function reset(db: Database, email: string, twoFactorOff: boolean): Promise<string> {
  const prisma = createPrisma(db);
  const admins = new AdminsRepository(db, prisma);
  const orders = new MailOrdersRepository(db);
  const audit = new AuditRepository(prisma);
  const replacePassword = new ReplaceAdminPassword(
    admins,
    new AdminDevicesRepository(db),
    new SessionsRepository(db, loadConfig(SESSION_CONFIG)),
    new EmailChallengesRepository(db, new EmailCodeBudgetsRepository(db)),
    orders,
    audit,
  );
  const initialPassword = newInitialPassword();
  const passwordHash = await new Passwords().hash(initialPassword);
  const actor = { type: 'system', id: null } as const;
  await db.transaction(async (tx) => {
    const admin = await admins.lockActiveByEmail(tx, email);
    if (admin === undefined) throw new Error(`no active operator has the address ${email}`);
    const change = { actor, subjectId: admin.id, client: undefined };
    await replacePassword.execute(tx, { adminId: admin.id, passwordHash, by: 'command', actor, client: undefined });
    if (!twoFactorOff || !(await removeTwoFactor(tx, admin.id))) return;
    await audit.add(tx, { action: 'two_factor.reset', ...change });
    await orders.notify(tx, 'two_factor_off', 'admin', admin.id);
  });
  return `The new initial password of ${email} is ${initialPassword}\n`;
}
