import { Injectable } from '@nestjs/common';
import { findMailAddresses } from '@questp/messages/identity';
import { Bus, newCallContext, runInOwnContext } from '@questp/service';

/** Addresses of users, which only identity knows; no copy of one is kept. */
@Injectable()
export class UserAddresses {
  constructor(private readonly bus: Bus) {}

  /** By user, those of active users who proved one. */
  async of(userIds: string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const context = newCallContext(undefined, undefined, { name: 'ask addresses', kind: 'producer' });
    const { items } = await runInOwnContext(context, () => this.bus.call(findMailAddresses, { userIds }));
    return new Map(items.map(({ userId, email }) => [userId, email]));
  }
}
