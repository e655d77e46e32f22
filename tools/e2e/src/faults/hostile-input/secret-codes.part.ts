import { enterCode } from '@questp/players';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { earner, studio } from './stage.fixture.js';

describe('Secret codes', () => {
  const right: [string, string, string][] = [
    ['in another case', 'Moonrise', 'mOONRISE'],
    ['with spaces around', 'Moonrise', ' \t Moonrise\n'],
    ['with no-break spaces around', 'Moonrise', '\u00a0Moonrise\u2003'],
    ['in full-width letters', 'Moonrise', 'Ｍｏｏｎｒｉｓｅ'],
    ['with the Kelvin sign', 'Kraken', '\u212araken'],
    ['with a ligature', 'fishbone', 'ﬁshbone'],
    ['with combining marks', 'Café au lait', 'Cafe\u0301 au lait'],
    ['with a sharp s written out', 'Straße', 'STRASSE'],
    ['with a final sigma', 'ΜΕΓΑΛΟΣ', 'μεγαλος'],
  ];
  const wrong: [string, string, string][] = [
    ['with a zero-width space inside', 'Moonrise', 'Moon\u200brise'],
    ['with a zero-width joiner at the end', 'Moonrise', 'Moonrise\u200d'],
    ['with a space inside', 'Moonrise', 'Moon rise'],
    ['with a dotless i', 'Moonrise', 'Moonr\u0131se'],
    ['with a Cyrillic letter', 'Moonrise', 'Mооnrise'],
    ['without its mark', 'Café au lait', 'Cafe au lait'],
    ['cut short', 'Moonrise', 'Moonris'],
    ['with more behind', 'Moonrise', 'Moonrise!'],
    ['as a pattern', 'Moonrise', 'M%'],
  ];

  it.each(right)('A-08 match %s', async (_what, code, entered) => {
    const quest = await studio.quest('engagement_secret_code', { code });

    expect((await enterCode(earner, quest.id, entered)).response.status).toBe(200);
  });

  it.each(wrong)('A-08 do not match %s', async (_what, code, entered) => {
    const quest = await studio.quest('engagement_secret_code', { code });

    expectProblem(await enterCode(earner, quest.id, entered), 'SECRET_CODE_WRONG');
  });
});
