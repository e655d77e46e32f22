import { Injectable } from '@nestjs/common';
import { listLinkedAccounts } from '@questp/messages/identity';
import { AppError } from '@questp/messages/language';
import { Bus } from '@questp/service';
import { THIRD_PARTY_FACTS } from '../../catalog/definition/facts.js';
import type { ReviewedSubject } from '../../catalog/definition/outcome.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { platformOf } from '../../catalog/definition/task-types.js';

/** The linked account of the platform, by which an attempt is proven if people decide it. */
@Injectable()
export class ReviewedAccounts {
  constructor(private readonly bus: Bus) {}

  /** Undefined: the type concerns no platform, no account is linked, or identity does not answer. */
  async of(userId: string, type: AvailableTaskType): Promise<ReviewedSubject | undefined> {
    if (!Object.keys(type.facts).some(isOfPlatform)) return undefined;
    const platform = platformOf(type.id);
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

const isOfPlatform = (fact: string): boolean => fact in THIRD_PARTY_FACTS;
