import type { Bus } from '@questp/service';
import { AppError } from '@questp/messages/language';
import { testMailServer } from '@questp/messages/notifier';
import type { Finding } from '../../outbound/finding.js';

/**
 * The notifier tests it: its mail server may also be set in its environment.
 *
 * @param limit mails per day that the mail provider accepts; 0: unknown
 */
export async function testMail(bus: Pick<Bus, 'call'>, limit: number): Promise<Finding> {
  try {
    const { sentLastDay, ...finding } = await bus.call(testMailServer, {});
    if (limit === 0) return finding;
    return { ...finding, quota: { remaining: Math.max(0, limit - sentLastDay), limit, resetsAt: null } };
  } catch (error) {
    if (error instanceof AppError) return { outcome: 'no_answer', detail: 'The notifier does not answer.' };
    throw error;
  }
}
