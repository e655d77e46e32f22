import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { addressOf } from '@questp/chains';
import type { Caller } from '@questp/messages/access';
import type { AppError } from '@questp/messages/language';
import { readEscrowPublicKey, signWithEscrowKey } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { putChain, type TestService } from '@questp/service-kit/testing';
import { LaneNodes } from '../chain/lane/lane-nodes.js';
import { FollowerStage } from './follower.fixture.js';
import { HostLane } from './host-lane.fixture.js';

/** The generator of the curve, compressed. */
const PUBLIC_KEY = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');

/** Operators whose accounts are old. */
export const [ANN, BOB, CAT] = ['a', 'b', 'c'].map((letter) => `svcadmin_${`0190${letter}`.padEnd(32, '0')}`) as [
  string,
  string,
  string,
];
/** An operator whose account was created the given number of hours ago; the id has the time rounded up to milliseconds. */
export const newOperator = (hours = 0): string =>
  `svcadmin_${(Date.now() + 1 - hours * 3_600_000).toString(16).padStart(12, '0')}${'7'.padEnd(20, '0')}`;

/** The service with a host chain on which the key of the vault is operator and pauser. */
export class ConsoleStage {
  readonly lane: HostLane;

  private constructor(readonly stage: FollowerStage) {
    this.lane = new HostLane(stage.chain);
  }

  static async open(): Promise<ConsoleStage> {
    const stage = await FollowerStage.open(1, 'rpcUrls', 5_000);
    const console = new ConsoleStage(stage);
    for (const adminId of [ANN, BOB, CAT]) await console.enrol(adminId);
    await putChain(stage.service, stage.chain.chainId, { gasPrices: [{ denom: 'uquest', price: '0.025' }] });
    const { world } = stage.chain;
    await world.execute(world.roles.admin, world.factory, {
      update_config: { operator: console.key, pauser: console.key },
    });
    // It pays for its transactions.
    stage.chain.backend.chain.bank.mint(console.key, 'uquest', 10n ** 12n);
    const { bus } = stage.service;
    bus.answer(readEscrowPublicKey, () => ({ publicKey: PUBLIC_KEY.toString('base64') }));
    bus.answer(signWithEscrowKey, () => ({
      publicKey: PUBLIC_KEY.toString('base64'),
      signature: Buffer.alloc(64, 1).toString('base64'),
    }));
    jest.spyOn(stage.service.get(LaneNodes), 'of').mockReturnValue(console.lane);
    return console;
  }

  /** Adds an operator to identity. @param changedHours hours since another operator changed its sign-in or role */
  enrol(adminId: string, changedHours: number | null = null): Promise<void> {
    return enrol(this.service, adminId, changedHours);
  }

  get service() {
    return this.stage.service;
  }

  /** Address of the key. */
  get key(): string {
    return addressOf({ bech32Prefix: 'wasm', keyAlgorithm: 'secp256k1' }, PUBLIC_KEY);
  }

  close(): Promise<void> {
    return this.stage.close();
  }
}

export async function enrol(
  service: Pick<TestService<unknown>, 'asOwner'>,
  adminId: string,
  changedHours: number | null = null,
): Promise<void> {
  await service.asOwner().execute(sql`
    INSERT INTO identity.admin (id, email, password_hash, must_change_password, role, changed_by_others_at)
    VALUES (${adminId}, ${adminId}, '', false, 'super_admin', now() - make_interval(hours => ${changedHours}::integer))
    ON CONFLICT (id) DO UPDATE SET changed_by_others_at = excluded.changed_by_others_at`);
}

/** A call by an operator who signed in the given number of seconds ago. */
export const by = (adminId: string, operation: string, seconds = 0): Caller => ({
  operation,
  principal: {
    ...{ family: 'admin', adminId, sessionId: randomUUID(), role: 'super_admin' },
    ...{ mustChangePassword: false, mustEnableTwoFactor: false },
    signedInAt: new Date(Date.now() - seconds * 1_000).toISOString(),
  },
});

/** The code of the error; undefined: it succeeded. */
export const refusal = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    ({ code }: AppError) => code,
  );
