import { Inject, Injectable } from '@nestjs/common';
import type { AdminRole } from '@questp/messages/access';
import { getAdmin, listAdmins, type Admin } from '@questp/messages/identity';
import { AppError, type Page, type RequestOf } from '@questp/messages/language';
import { Database, decodeCursor, raw, sql, toPage, type Tx, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { newPublicId } from '../shared/ids.js';
import { PRISMA, type Prisma } from '../shared/prisma.js';
import { toAdmin, type AdminAccess, type AdminRow, type Credentials } from './admin.js';

const ADMIN = raw(
  'id, email, must_change_password AS "mustChangePassword", role, status, created_at AS "createdAt", ' +
    'last_sign_in_at AS "lastSignInAt"',
);

export interface NewAdmin {
  email: string;
  passwordHash: string;
  role: AdminRole;
  mustChangePassword: boolean;
}

@Injectable()
export class AdminsRepository {
  constructor(
    private readonly database: Database,
    @Inject(PRISMA) private readonly prisma: Prisma,
  ) {}

  /** NOT_FOUND for an unknown operator. */
  @Rpc(getAdmin)
  async get({ adminId }: RequestOf<typeof getAdmin>): Promise<Admin> {
    return toAdmin(found(await this.prisma.admin.findUnique({ where: { id: adminId } })));
  }

  /** Newest first. */
  @Rpc(listAdmins)
  async list({ limit, cursor, role, status }: RequestOf<typeof listAdmins>): Promise<Page<Admin>> {
    const [before] = decodeCursor(cursor, ['text']) ?? [];
    const rows = await this.prisma.admin.findMany({
      where: { id: { lt: before }, role, status },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    return toPage(rows, limit, ({ id }) => [id], toAdmin);
  }

  credentialsByEmail(email: string): Promise<Credentials | undefined> {
    return this.database.row<Credentials & Record<string, unknown>>(
      sql`SELECT ${ADMIN}, password_hash AS "passwordHash" FROM admin WHERE email = ${email}`,
    );
  }

  /** NOT_FOUND for an unknown operator. */
  async credentialsById(adminId: string): Promise<Credentials> {
    return found(
      await this.database.row<Credentials & Record<string, unknown>>(
        sql`SELECT ${ADMIN}, password_hash AS "passwordHash" FROM admin WHERE id = ${adminId}`,
      ),
    );
  }

  async isEmpty(): Promise<boolean> {
    return (await this.database.row(sql`SELECT 1 FROM admin LIMIT 1`)) === undefined;
  }

  /** Creates the first operator. False if there is one; safe in concurrent replicas. */
  async insertFirst(tx: Tx, admin: NewAdmin): Promise<AdminRow | undefined> {
    await tx.execute(sql`LOCK TABLE admin IN SHARE ROW EXCLUSIVE MODE`);
    if (await tx.row(sql`SELECT 1 FROM admin LIMIT 1`)) return undefined;
    return this.insert(tx, admin);
  }

  /** EMAIL_IN_USE if another operator has the address. */
  async insert(tx: Tx, { email, passwordHash, role, mustChangePassword }: NewAdmin): Promise<AdminRow> {
    const row = await tx.row<AdminRow & Record<string, unknown>>(sql`
      INSERT INTO admin (id, email, password_hash, role, must_change_password)
      VALUES (${newPublicId('svcadmin_')}, ${email}, ${passwordHash}, ${role}, ${mustChangePassword})
      ON CONFLICT ON CONSTRAINT admin_email_key DO NOTHING
      RETURNING ${ADMIN}`);
    if (row === undefined) throw new AppError('EMAIL_IN_USE');
    return row;
  }

  /** Undefined if the operator was suspended or changed the password since the credentials were read. */
  noteSignIn(tx: Tx, { id, passwordHash }: Credentials): Promise<AdminRow | undefined> {
    return tx.row<AdminRow & Record<string, unknown>>(sql`
      UPDATE admin SET last_sign_in_at = now()
      WHERE id = ${id} AND status = 'active' AND password_hash = ${passwordHash}
      RETURNING ${ADMIN}`);
  }

  /** SECOND_FACTOR_INVALID if the operator was suspended after the first step. */
  async noteSecondStep(tx: Tx, adminId: string): Promise<AdminRow> {
    const row = await tx.row<AdminRow & Record<string, unknown>>(sql`
      UPDATE admin SET last_sign_in_at = now() WHERE id = ${adminId} AND status = 'active' RETURNING ${ADMIN}`);
    if (row === undefined) throw new AppError('SECOND_FACTOR_INVALID');
    return row;
  }

  /** False if the password was changed since the credentials were read. */
  async setPassword(tx: Tx, { id, passwordHash }: Credentials, newHash: string): Promise<boolean> {
    const changed = await tx.execute(sql`
      UPDATE admin SET password_hash = ${newHash}, must_change_password = false
      WHERE id = ${id} AND status = 'active' AND password_hash = ${passwordHash}`);
    return changed === 1;
  }

  /** Undefined unless an active operator has the address. */
  lockActiveByEmail(tx: Tx, email: string): Promise<AdminRow | undefined> {
    return tx.row<AdminRow & Record<string, unknown>>(sql`
      SELECT ${ADMIN} FROM admin WHERE email = ${email} AND status = 'active' FOR NO KEY UPDATE`);
  }

  /** Replaces a lost password; one that has to be changed was set by another operator. NOT_FOUND */
  async replacePassword(tx: Tx, id: string, passwordHash: string, mustChangePassword: boolean): Promise<AdminRow> {
    return found(
      await tx.row<AdminRow & Record<string, unknown>>(sql`
        UPDATE admin SET password_hash = ${passwordHash}, must_change_password = ${mustChangePassword},
          changed_by_others_at = CASE WHEN ${mustChangePassword} THEN clock_timestamp() ELSE changed_by_others_at END
        WHERE id = ${id} RETURNING ${ADMIN}`),
    );
  }

  /**
   * Serialises changes of super admins; returns those who can sign in and use their role. An operator with an unchanged
   * initial password may never have received it, and does not count.
   */
  async lockUsableSuperAdmins(tx: Tx): Promise<string[]> {
    const rows = await tx.rows<{ id: string }>(sql`
      SELECT id FROM admin WHERE role = 'super_admin' AND status = 'active' AND NOT must_change_password
      ORDER BY id FOR NO KEY UPDATE`);
    return rows.map(({ id }) => id);
  }

  /** NOT_FOUND for an unknown operator. */
  async lock(tx: Tx, adminId: string): Promise<AdminAccess> {
    return found(
      await tx.row<AdminAccess & Record<string, unknown>>(
        sql`SELECT ${ADMIN}, version FROM admin WHERE id = ${adminId} FOR NO KEY UPDATE`,
      ),
    );
  }

  /** Returns the version of the change. */
  async setAccess(tx: Tx, { id, role, status }: Pick<AdminRow, 'id' | 'role' | 'status'>): Promise<number> {
    const { version } = found(
      await tx.row<{ version: number }>(sql`
        UPDATE admin SET role = ${role}, status = ${status}, version = version + 1,
          changed_by_others_at = clock_timestamp()
        WHERE id = ${id} RETURNING version`),
    );
    return version;
  }

  /** Records that another operator changed how the operator signs in. */
  async noteChangedByOthers(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`UPDATE admin SET changed_by_others_at = clock_timestamp() WHERE id = ${id}`);
  }
}
