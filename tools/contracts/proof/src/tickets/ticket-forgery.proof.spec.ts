import { type SignedTicket } from '@questp/escrow-client';
import { HostBackend } from '../host/host-backend.js';
import { base64, flipBit, fromBase64, withHighS } from '../proof/tickets.js';
import { signedTicket } from '../scenario/signed-ticket.js';
import { World } from '../scenario/world.js';

interface Creation {
  world: World;
  signed: SignedTicket;
  /** Creates a campaign with the ticket; `accepted` or the error. */
  create: (signed: SignedTicket, factory?: string) => Promise<string>;
}

async function creation(): Promise<Creation> {
  const world = await World.open(await HostBackend.open(), 'forgery');
  const owner = await world.backend.account('owner');
  const { ticket: signed } = await signedTicket(world, { id: 'forgery', owner: 'owner' });
  const funds = [{ denom: world.backend.denom, amount: '1000' }];
  return {
    world,
    signed,
    create: async (given, factory = world.factory) => {
      const result = await world.backend.execute(owner, factory, { create_campaign: given }, funds);
      return result.ok ? 'accepted' : result.error;
    },
  };
}

describe('a signed ticket', () => {
  // Builds the contracts where that has not been done.
  beforeAll(() => HostBackend.open(), 300_000);

  it('is refused with any one bit of it flipped', async () => {
    const { signed, create } = await creation();
    const ticket = fromBase64(signed.ticket);
    for (let bit = 0; bit < ticket.length * 8; bit++) {
      expect(await create({ ...signed, ticket: base64(flipBit(ticket, bit)) })).toContain('invalid_signature: ');
    }
    expect(await create(signed)).toBe('accepted');
  }, 600_000);

  it('is refused with any one bit of its signature flipped', async () => {
    const { signed, create } = await creation();
    const signature = fromBase64(signed.signature);
    for (let bit = 0; bit < signature.length * 8; bit++) {
      expect(await create({ ...signed, signature: base64(flipBit(signature, bit)) })).toContain('invalid_signature: ');
    }
    expect(await create(signed)).toBe('accepted');
  }, 600_000);

  it('is refused with the high-S form of its signature, which the chain itself takes', async () => {
    const { signed, create } = await creation();
    expect(await create({ ...signed, signature: withHighS(signed.signature) })).toContain('invalid_signature: ');
  });

  it.each([0, 63, 65])('is refused with a signature of %i bytes', async (length) => {
    const { signed, create } = await creation();
    const signature = base64(Buffer.concat([fromBase64(signed.signature), Buffer.alloc(1)]).subarray(0, length));
    expect(await create({ ...signed, signature })).toContain('invalid_signature: ');
  });

  it('is valid for one campaign only', async () => {
    const { signed, create } = await creation();
    expect(await create(signed)).toBe('accepted');
    expect(await create(signed)).toContain('funding_attempt_refused: ');
  });

  it('is refused by another factory with the same signer', async () => {
    const { world, signed, create } = await creation();
    const other = await World.open(world.backend, 'other');
    expect(await create(signed, other.factory)).toContain('wrong_factory: ');
  });

  it('is refused on another chain', async () => {
    const { world, create } = await creation();
    const { ticket } = await signedTicket(world, { id: 'forgery', owner: 'owner' }, { chain_id: 'another-1' });
    expect(await create(ticket)).toContain('wrong_chain: ');
  });
});
