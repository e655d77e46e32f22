import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { accountLock, sql, type Tx } from '@questp/postgres';
import { EARNER_TABLES } from '../earner-tables.js';
import { requireActive } from '../../people/access/require-active.js';
import { hasRoles } from '../../people/access/has-roles.js';
import { forgetSubmissions } from '../../ledger/credits/forget-submissions.js';
import { keepCompletions } from '../../ledger/credits/former-completions.js';
import { forgetEarner } from '../../people/earners/earner-tables.js';
import { EarnersRepository } from '../../people/earners/earners.repository.js';

@Injectable()
export class AccountDeletionsRepository {
  constructor(private readonly earnersRepository: EarnersRepository) {}

  /** See reserveAccountDeletion. */
  async reserve(tx: Tx, userId: string, methodHashes: readonly string[] = []): Promise<void> {
    await tx.execute(sql`SELECT ${accountLock(userId)}`);
    const status = await this.earnersRepository.statusOf(tx, userId);
    if (status === 'deleted') return;
    requireActive(status);
    const merging = sql`
      SELECT FROM account_merge
      WHERE ${userId} IN (survivor_id, absorbed_id) AND state IN ('reserved', 'moving', 'undoing') LIMIT 1`;
    if ((await tx.row(merging)) !== undefined) throw new AppError('ACCOUNT_MERGING');
    if (await hasRoles(tx, userId)) throw new AppError('ACCOUNT_HAS_ROLES');
    await keepCompletions(tx, userId, methodHashes);
    await this.earnersRepository.show(tx, userId, 'deleted');
  }

  /** Erases personal data. Credits and completion counts stay. */
  async forget(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`SELECT ${accountLock(userId)}`);
    await forgetEarner(tx, EARNER_TABLES, userId);
    await tx.execute(sql`
      UPDATE account_merge_item SET ended_check = NULL
      WHERE ended_check IS NOT NULL AND ended_check->>'submissionId' IN (SELECT id::text FROM submission WHERE user_id = ${userId})`);
    await tx.execute(sql`
      UPDATE verification_check SET inputs = '{}', settings = NULL, facts = '{}', detail = NULL WHERE user_id = ${userId}`);
    await forgetSubmissions(tx, userId);
    await tx.execute(sql`
      UPDATE earner
      SET username = NULL, display_name = NULL, avatar_url = NULL, shows_wallet = false, primary_wallet = NULL,
        wallets = '[]', method_hashes = '{}'
      WHERE user_id = ${userId}`);
  }
}
