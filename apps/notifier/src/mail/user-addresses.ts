import { Injectable } from '@nestjs/common';
import { findMailAddresses } from '@questp/messages/identity';
import { Bus, newCallContext, runInOwnContext } from '@questp/service';

/** Looks up the addresses of users in identity; no copy is stored. */
@Injectable()
export class UserAddresses {
  constructor(private readonly bus: Bus) {}

  /** By user id, for active users with a verified address. */
  async of(userIds: string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const context = newCallContext(undefined, undefined, { name: 'ask addresses', kind: 'producer' });
    const { items } = await runInOwnContext(context, () => this.bus.call(findMailAddresses, { userIds }));
    return new Map(items.map(({ userId, email }) => [userId, email]));
  }
}
