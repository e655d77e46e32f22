import { unwrap } from '@questp/sdk';
import { Caller, enterCode, newStudio, signIn } from '@questp/e2e';
import { codeOf, patiently } from './answers.js';
import type { Attack } from './attack.js';
import { anonymous } from './target.js';

/** Wrong codes of one earner at a quest after which the right one has to wait. */
const MANY_CODES = 30;

export const wrongCodes: Attack = {
  name: 'A secret code is guessed',
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways));
    const quest = await studio.quest('engagement_secret_code', { code: 'Moonrise' });
    const earner = await signIn(gateways);
    let isStopped = false;
    for (let n = 0; n < MANY_CODES; n += 1) {
      const code = codeOf(await enterCode(earner, quest.id, `guess-${n}`));
      isStopped ||= code === 'SECRET_CODE_LOCKED';
      tries.note(`guess ${n}`, ['SECRET_CODE_WRONG', 'SECRET_CODE_LOCKED'].includes(code), code);
    }
    tries.note(`guesses stop before ${MANY_CODES}`, isStopped);
  },
};

export const weakPasswords: Attack = {
  name: 'An operator takes a password that is easy to guess',
  needs: ['admin'],
  async run(target, tries) {
    const { admin = { email: '', password: '' } } = target;
    const session = await patiently(() => anonymous(target).POST('/v1/admin/auth/login', { body: admin }));
    const operator = new Caller(target.gateways, (session.data as { token: string }).token);
    for (const newPassword of ['passwordpassword', '123456789012', 'qwertyuiopasdf', admin.email, 'elevenchars']) {
      const change = (currentPassword: string, wanted: string) =>
        operator.PUT('/v1/admin/me/password', { body: { currentPassword, newPassword: wanted } });
      const answer = await patiently(() => change(admin.password, newPassword));
      // What gave way is put back.
      if (answer.response.ok) await change(newPassword, admin.password);
      tries.note(newPassword, codeOf(answer) === 'VALIDATION_FAILED', codeOf(answer));
    }
    await unwrap(operator.POST('/v1/admin/auth/sign-out'));
  },
};

/** Of an operator nobody is, so that nobody is locked out. */
const NOBODY = `attack-${Date.now()}@questp.invalid`;
/** Wrong passwords of one operator that are looked at (LIMIT_ADMIN_SIGN_IN, and the lock of identity). */
const MOST_PASSWORDS = 10;

export const guessedPasswords: Attack = {
  name: "An operator's password is guessed",
  async run(target, tries) {
    let looked = 0;
    for (let n = 0; n < 2 * MOST_PASSWORDS; n += 1) {
      const body = { email: NOBODY, password: `a good guess ${n}` };
      const code = codeOf(await anonymous(target).POST('/v1/admin/auth/login', { body }));
      if (code === 'CREDENTIALS_INVALID') looked += 1;
      tries.note(`guess ${n}`, ['CREDENTIALS_INVALID', 'SIGN_IN_LOCKED', 'RATE_LIMITED'].includes(code), code);
    }
    tries.note(`at most ${MOST_PASSWORDS} guesses`, looked <= MOST_PASSWORDS, `${looked}`);
  },
};
