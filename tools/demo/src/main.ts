import { parseArgs } from 'node:util';
import { runDemo } from './demo.js';
import { runEscrowDemo } from './escrow/escrow-demo.js';
import { findPlatform } from './platform.js';

const HELP = `npm run demo [-- --earners <n>] [--chain]

Plays a story on the running platform (npm run up) through its public API. It sets up a project with two campaigns and
a dozen quests, and a campaign with a quest of each task type that a platform checks, where platforms are emulated.
Earners complete them in parallel, with real wallets of both key types; some sign in with mailed codes or at emulated
platforms. Meanwhile a moderator reviews, and the emulated platforms fail a tenth of all calls. Then it prints totals,
leaderboards, the calls that the checks cost and request times, and checks that points, ledger and leaderboard agree,
that every check at a platform was settled, that every credit was reported live exactly once, that every export equals
the API's lists, and that two merged accounts keep their points.

With --chain it plays three campaigns whose pools are in escrows on the chain of npm run up -- --chain instead, each
funded by a wallet of its owner. From the first one all earners are paid: the chain refuses transfers for a while, some
earners claim what failed, and the operator makes the other payouts again and returns the rest. The allocation of the second one is disputed
and rejected, and another one is paid. The third one is cancelled by its owner. Then it checks that the plan,
distribution.csv, allocation.json, npm run verify and the balances on the chain agree.

  --earners <n>   number of earners (200)
  --chain         the campaigns with escrows
  --help          this text

  QUESTP_URL             address of another platform, for example http://127.0.0.1:3000
  QUESTP_MAIL_URL        its mail sink; of a trial in containers http://127.0.0.1:8025
  QUESTP_EMULATORS_URL   its emulated platforms; of a trial http://127.0.0.1:4480. With it:
  QUESTP_ADMIN_EMAIL     an operator who has replaced the initial password; also for the platform of npm run up
  QUESTP_ADMIN_PASSWORD  and the password`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      earners: { type: 'string', default: '200' },
      chain: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
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
  if (typeof platform === 'string') {
    console.error(platform);
    return 1;
  }
  if (!values.chain) return (await runDemo(platform, earners)) ? 0 : 1;
  if (!platform.chain) {
    console.error('The platform has no chain: start it with npm run up -- --chain.');
    return 1;
  }
  return (await runEscrowDemo(platform, platform.chain, earners)) ? 0 : 1;
}

process.exitCode = await main();
