import { parseArgs } from 'node:util';
import { runDemo } from './demo.js';
import { findPlatform } from './platform.js';

const HELP = `npm run demo [-- --earners <n>]

Plays a story on the running platform (npm run up) through its public API. It sets up a project with two campaigns and
a dozen quests, and a campaign with a quest of each task type that a platform checks, where platforms are emulated.
Earners complete them in parallel, with real wallets of both key types; some sign in with mailed codes or at emulated
platforms. Meanwhile a moderator reviews, and the emulated platforms fail a tenth of all calls. Then it prints totals,
leaderboards, the calls that the checks cost and request times, and checks that points, ledger and leaderboard agree,
that every check at a platform was settled, that every credit was reported live exactly once, that every export equals
the API's lists, and that two merged accounts keep their points.

  --earners <n>   number of earners (200)
  --help          this text

  QUESTP_URL      address of another platform, for example http://127.0.0.1:3000`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { earners: { type: 'string', default: '200' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const earners = Number(values.earners);
  if (!Number.isInteger(earners) || earners < 1) {
    console.error('--earners needs a whole number from 1.');
    return 1;
  }
  const platform = await findPlatform();
  if (!platform) {
    const at = process.env['QUESTP_URL'];
    console.error(at ? `No platform answers at ${at}.` : 'No platform is running: start one with npm run up.');
    return 1;
  }
  return (await runDemo(platform, earners)) ? 0 : 1;
}

process.exitCode = await main();
