import { randomBytes } from 'node:crypto';
import { inParallel, newStudio, signIn, verifyMicroblog, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { codeOf, patiently } from './answers.js';
import type { Attack } from './attack.js';

const CODE = 'Moonrise';
/** An account of the emulated microblog. */
const HOST = '1700000000000000001';
/** Wrong codes that are compared for one earner and quest within 15 minutes. */
const MAX_CODES = 10;
const STRANGERS = 12;
const HOUR_MS = 3_600_000;

export const guessedLiveCodes: Attack = {
  name: 'The live code of a Space is guessed, or strangers refuse it to others by guessing (A-07)',
  needs: ['emulators'],
  async run({ gateways, emulators }, tries) {
    const spaceId = randomBytes(6).toString('hex');
    await emulators?.put('microblog', 'spaces', { id: spaceId, state: 'live', title: 'Orbit', creator: HOST });
    const studio = await newStudio(await signIn(gateways));
    const timeIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
    const window = { startsAt: timeIn(-1), endsAt: timeIn(1) };
    const { id } = await studio.quest('social_microblog_space_attend', { spaceId, code: CODE, ...window });
    const enter = async (earner: Person, code: string): Promise<string> => {
      const answer = await patiently(() => verifyMicroblog(earner, id, { code }));
      return answer.error === undefined ? 'credited' : codeOf(answer);
    };
    const guess = async (earner: Person, times: number): Promise<number> => {
      const codes = await Promise.all(Array.from({ length: times }, (_, n) => enter(earner, `guess-${n}`)));
      for (const code of codes) {
        tries.note('a wrong code', ['SECRET_CODE_WRONG', 'SECRET_CODE_LOCKED'].includes(code), code);
      }
      return codes.filter((code) => code === 'SECRET_CODE_WRONG').length;
    };

    const guesser = await signIn(gateways);
    const compared = await guess(guesser, 2 * MAX_CODES);
    const what = `${2 * MAX_CODES} wrong codes at a time: ${MAX_CODES} are compared`;
    tries.note(what, compared === MAX_CODES, `${compared} were compared`);
    const locked = await enter(guesser, CODE);
    tries.note('the right code after too many wrong ones', locked === 'SECRET_CODE_LOCKED', locked);

    const strangers = await Promise.all(Array.from({ length: STRANGERS }, () => signIn(gateways)));
    await inParallel(strangers, STRANGERS, (stranger) => guess(stranger, MAX_CODES));
    const first = await enter(await signIn(gateways), CODE);
    tries.note('the first code of an earner, which is right, amid the guesses', first === 'credited', first);
    await unwrap(studio.client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
  },
};
