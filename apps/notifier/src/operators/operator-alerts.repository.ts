import { Injectable } from '@nestjs/common';
import type { OperatorNotificationType } from '@questp/messages/notifier';
import { Database, sql, type Tx } from '@questp/postgres';

const PAUSE = sql`interval '6 hours'`;

/** When operators were last mailed about a condition. */
@Injectable()
export class OperatorAlertsRepository {
  constructor(private readonly database: Database) {}

  /** Admits one mail about a subject, such as a node, in six hours. */
  async admit(tx: Tx, type: OperatorNotificationType, subject: string): Promise<boolean> {
    const admitted = await tx.execute(sql`
      INSERT INTO operator_alert AS a (type, subject) VALUES (${type}, ${subject})
      ON CONFLICT (type, subject) DO UPDATE SET mailed_at = now() WHERE a.mailed_at <= now() - ${PAUSE}`);
    return admitted > 0;
  }

  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM operator_alert WHERE mailed_at <= now() - ${PAUSE}`);
  }
}
