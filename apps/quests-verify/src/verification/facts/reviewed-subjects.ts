import { Injectable } from '@nestjs/common';
import { listLinkedAccounts } from '@questp/messages/identity';
import { AppError } from '@questp/messages/language';
import { Bus } from '@questp/service';
import { isReplacedByReview } from '../../catalog/definition/facts.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { Subject } from '../../catalog/definition/outcome.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { platformOf } from '../../catalog/definition/task-types.js';

/** What an attempt is proven by if people decide it: the linked account of the platform and the post handed in. */
@Injectable()
export class ReviewedSubjects {
  constructor(private readonly bus: Bus) {}

  /** Read before the transaction; without the account while identity does not answer. */
  async of(userId: string, type: AvailableTaskType, inputs: JsonObject): Promise<Subject[]> {
    const post = typeof inputs.postUrl === 'string' ? POST_ID.exec(inputs.postUrl)?.[1] : undefined;
    const platform = platformOf(type.id);
    const accountId = Object.keys(type.facts).some(isOfPlatform) ? await this.accountOf(userId, platform) : undefined;
    return [
      ...(accountId === undefined ? [] : [{ kind: 'account' as const, subject: `${platform}/${accountId}` }]),
      ...(post === undefined ? [] : [{ kind: 'post' as const, subject: `${platform}/${post}` }]),
    ];
  }

  private async accountOf(userId: string, platform: string): Promise<string | undefined> {
    try {
      const { items } = await this.bus.call(listLinkedAccounts, { userId });
      return items.find(({ provider }) => provider === platform)?.accountId;
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) return undefined;
      throw error;
    }
  }
}

const POST_ID = /\/status\/(\d{1,19})(?:[/?#]|$)/;

const isOfPlatform = (fact: string): boolean => isReplacedByReview(fact) || fact === 'microblogAuthorship';
