import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from './semaphore.js';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane; about 50 ms of one core. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;

/** Hashes and compares passwords by argon2id, two at a time in this process: more would starve everything else. */
@Injectable()
export class Passwords {
  private readonly semaphore = new Semaphore(AT_ONCE);
  /** Compared with when there is no account, so that the answer takes as long. */
  private readonly nobodys = hash(randomBytes(32), ARGON2ID);

  hash(password: string): Promise<string> {
    return this.semaphore.execute(() => hash(password, ARGON2ID));
  }

  /** The same work without an account, whose answer is false. */
  async isRight(passwordHash: string | undefined, password: string): Promise<boolean> {
    const stored = passwordHash ?? (await this.nobodys);
    const matches = await this.semaphore.execute(() => verify(stored, password));
    return matches && passwordHash !== undefined;
  }
}

/** 144 random bits as 24 characters. */
export const newInitialPassword = (): string => randomBytes(18).toString('base64url');
