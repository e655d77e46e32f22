import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane; about 50 ms of one core. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes at a time in this process; more would starve everything else. */
const CONCURRENCY = 2;

/**
 * Hashes and compares passwords by argon2id, at most two at a time in this process, so that other requests get CPU
 * time.
 */
@Injectable()
export class Passwords {
  private readonly limit = pLimit(CONCURRENCY);
  /** Compared if there is no account, so that the reply takes the same time. */
  private readonly dummyHash = hash(randomBytes(32), ARGON2ID);

  hash(password: string): Promise<string> {
    return this.limit(() => hash(password, ARGON2ID));
  }

  /** Does the same work without an account; the result is false. */
  async isRight(passwordHash: string | undefined, password: string): Promise<boolean> {
    const stored = passwordHash ?? (await this.dummyHash);
    const matches = await this.limit(() => verify(stored, password));
    return matches && passwordHash !== undefined;
  }
}

/** 144 random bits as 24 characters. */
export const newInitialPassword = (): string => randomBytes(18).toString('base64url');
