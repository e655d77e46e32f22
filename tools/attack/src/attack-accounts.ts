import { randomUUID } from 'node:crypto';
import { unwrap } from '@questp/sdk';
import { enterCode, newStudio, signIn } from '@questp/players';
import { ASKED_TO_WAIT, codeOf, patiently, refuses } from './answers.js';
import type { Attack } from './attack.js';

/** Wrong codes that are compared for one earner and quest; the limit for all earners together is higher. */
const MAX_CODES = 10;

export const wrongCodes: Attack = {
  name: 'A secret code is guessed',
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways));
    const quest = await studio.quest('engagement_secret_code', { code: 'Moonrise' });
    const earner = await signIn(gateways);
    let looked = 0;
    for (let n = 0; n < 2 * MAX_CODES; n += 1) {
      const code = codeOf(await patiently(() => enterCode(earner, quest.id, `guess-${n}`)));
      if (code === 'SECRET_CODE_WRONG') looked += 1;
      tries.note(`guess ${n}`, ['SECRET_CODE_WRONG', 'SECRET_CODE_LOCKED'].includes(code), code);
    }
    tries.note(`at most ${MAX_CODES} guesses`, looked <= MAX_CODES, `${looked}`);
    await unwrap(studio.client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
  },
};

export const deletedAccounts: Attack = {
  name: 'A quest is completed again after the account was deleted',
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways));
    const quest = await studio.quest('engagement_secret_code', { code: 'Moonrise' });
    const first = await signIn(gateways);
    await unwrap(enterCode(first, quest.id, 'Moonrise'));
    await unwrap(first.client.DELETE('/v1/users/me'));
    const second = await signIn(gateways, { wallet: first.wallet });
    const answers = await Promise.all(Array.from({ length: 5 }, () => enterCode(second, quest.id, 'Moonrise')));
    for (const code of answers.map(codeOf)) {
      tries.note('by an account of the same wallet', ['ALREADY_COMPLETED', ...ASKED_TO_WAIT].includes(code), code);
    }
    await unwrap(studio.client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
  },
};

/** Codes that are mailed to one address, per network and minute. */
const MAX_MAILED = 5;

export const floodedMailbox: Attack = {
  name: 'A mailbox is flooded with codes',
  async run(target, tries) {
    const body = { email: `attack-mailbox-${Date.now()}@questp.invalid` };
    const paths = ['/v1/auth/email/code', '/v1/auth/password/code'] as const;
    const asked = paths.flatMap((path) => Array.from({ length: MAX_MAILED + 3 }, () => path));
    const codes = (await Promise.all(asked.map((path) => target.gateways.anonymous.POST(path, { body })))).map(codeOf);
    const mailed = codes.filter((code) => code === '200').length;
    for (const code of codes) tries.note('a code', ['200', ...ASKED_TO_WAIT].includes(code), code);
    tries.note(`at most ${MAX_MAILED} codes`, mailed <= MAX_MAILED, `${mailed}`);
  },
};

export const madeUpRequests: Attack = {
  name: 'A password is set with a request for a code that is made up',
  async run({ gateways: { anonymous } }, tries) {
    const paths = ['/v1/auth/password/verify', '/v1/admin/auth/password/verify'] as const;
    for (const path of paths) {
      const body = { challengeId: randomUUID(), code: '0ak3v9x2qa', password: 'silver-meadow-77' };
      await refuses(tries, path, ['EMAIL_CODE_INVALID'], () => anonymous.POST(path, { body }));
    }
  },
};

/** Belongs to no operator, so that no operator is locked out. */
const UNKNOWN_ADDRESS = `attack-${Date.now()}@questp.invalid`;
/** Wrong passwords that are checked for one operator (LIMIT_ADMIN_SIGN_IN, and the lock of identity). */
const MAX_PASSWORDS = 10;

export const guessedPasswords: Attack = {
  name: "An operator's password is guessed",
  async run(target, tries) {
    let looked = 0;
    for (let n = 0; n < 2 * MAX_PASSWORDS; n += 1) {
      const body = { email: UNKNOWN_ADDRESS, password: `a good guess ${n}` };
      const code = codeOf(await target.gateways.anonymous.POST('/v1/admin/auth/login', { body }));
      if (code === 'CREDENTIALS_INVALID') looked += 1;
      tries.note(`guess ${n}`, ['CREDENTIALS_INVALID', 'SIGN_IN_LOCKED', ...ASKED_TO_WAIT].includes(code), code);
    }
    tries.note(`at most ${MAX_PASSWORDS} guesses`, looked <= MAX_PASSWORDS, `${looked}`);
  },
};
