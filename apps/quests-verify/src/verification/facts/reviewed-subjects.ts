import { Injectable } from '@nestjs/common';
import { listLinkedAccounts } from '@questp/messages/identity';
import { AppError } from '@questp/messages/language';
import { Bus } from '@questp/service';
import { isReplacedByReview } from '../../catalog/definition/facts.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { linkSubject } from '../../catalog/definition/link-subject.js';
import type { ReviewedSubject } from '../../catalog/definition/outcome.js';
import { namesPage } from '../../catalog/definition/proven-action.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { platformOf } from '../../catalog/definition/task-types.js';

/** What an attempt is proven by if people decide it: the linked account of the platform, and the post or page handed in. */
@Injectable()
export class ReviewedSubjects {
  constructor(private readonly bus: Bus) {}

  /** Read before the transaction; without the account while identity does not answer. */
  async of(
    userId: string,
    type: AvailableTaskType,
    config: JsonObject,
    inputs: JsonObject,
  ): Promise<ReviewedSubject[]> {
    const account = Object.keys(type.facts).some(isOfPlatform)
      ? await this.accountOf(userId, platformOf(type.id))
      : undefined;
    const pages = ['postUrl', 'link'].flatMap((name) => {
      const address = inputs[name];
      if (typeof address !== 'string') return [];
      // The page that a quest is about is no work of anybody.
      const reserved = type.sharesLinks !== true && !namesPage(config, address);
      return [{ ...linkSubject(address), handle: null, reserved }];
    });
    return [...(account === undefined ? [] : [account]), ...pages];
  }

  private async accountOf(userId: string, platform: string): Promise<ReviewedSubject | undefined> {
    try {
      const { items } = await this.bus.call(listLinkedAccounts, { userId });
      const linked = items.find(({ provider }) => provider === platform);
      if (linked === undefined) return undefined;
      const { accountId, handle } = linked;
      return { kind: 'account', subject: `${platform}/${accountId}`, handle, reserved: true };
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) return undefined;
      throw error;
    }
  }
}

const isOfPlatform = (fact: string): boolean => isReplacedByReview(fact) || fact === 'microblogAuthorship';
