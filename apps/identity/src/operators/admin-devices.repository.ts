import { Injectable } from '@nestjs/common';
import { Database, newId, sql, type Tx } from '@questp/postgres';
import { hashSecret, newSecret } from '@questp/service';

/** Maximum devices per operator; the least recently used one is replaced. */
const MAX_DEVICES = 20;

/**
 * Devices from which an operator has signed in: the owner of such a token has known the password once. The token grants
 * no access; wrong passwords with it are counted apart from those of strangers.
 */
@Injectable()
export class AdminDevicesRepository {
  constructor(private readonly database: Database) {}

  /** The id of the operator's device with the token; undefined for an unknown token. */
  async find(email: string, token: string): Promise<string | undefined> {
    const device = await this.database.row<{ id: string }>(sql`
      SELECT d.id FROM admin_device d JOIN admin a ON a.id = d.admin_id
      WHERE d.token_hash = ${hashSecret(token)} AND a.email = ${email}`);
    return device?.id;
  }

  /** Records a sign-in from a device; returns the token of a new device. */
  async note(tx: Tx, adminId: string, knownId: string | undefined): Promise<string | undefined> {
    const isKnown = await tx.execute(
      sql`UPDATE admin_device SET last_used_at = now() WHERE id = ${knownId ?? null}::uuid AND admin_id = ${adminId}`,
    );
    if (isKnown === 1) return undefined;
    const token = newSecret();
    await tx.execute(sql`
      INSERT INTO admin_device (id, admin_id, token_hash) VALUES (${newId()}, ${adminId}, ${hashSecret(token)})`);
    await tx.execute(sql`
      DELETE FROM admin_device WHERE id IN (
        SELECT id FROM admin_device WHERE admin_id = ${adminId} ORDER BY last_used_at DESC, id DESC
        OFFSET ${MAX_DEVICES})`);
    return token;
  }

  async forgetAll(tx: Tx, adminId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM admin_device WHERE admin_id = ${adminId}`);
  }

  /** Deletes devices that were not used for half a year. */
  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM admin_device WHERE last_used_at <= now() - interval '180 days'`);
  }
}
