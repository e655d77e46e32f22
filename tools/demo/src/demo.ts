import { Gateways, inParallel, newWallet, signIn, Studio } from '@questp/players';
import { ProblemError } from '@questp/sdk';
import { readAccounts } from './accounts.js';
import { check, filesAgree, reconcile } from './checks.js';
import { creditsReported, untilCreditsReported } from './credits.js';
import { readExports } from './exports.js';
import { outcomeCheck } from './expectations.js';
import { improve, play, type Earner } from './earner.js';
import { Measurements } from './measurements.js';
import { measuring } from './measuring.js';
import { mergeTwo } from './merge.js';
import { Moderator } from './moderator.js';
import { uploadLogo } from './picture.js';
import type { Platform } from './platform.js';
import { EARNER_CHAINS, QUEST_KEYS } from './program.js';
import { printChecks, printLeaderboard, printMemory, printRequests, printTotals } from './report.js';
import { comeBackAll } from './sign-in-methods.js';
import { giveBack } from './social/accounts.js';
import { printCalls } from './social/print-calls.js';
import { playSocial, type Played } from './social/play.js';
import { setUpSocial } from './social/studio.js';
import { setUpProject } from './studio.js';
import { countSubmissions } from './submissions.js';

/** Earners that play concurrently. */
const AT_ONCE = 32;

/** Runs the demo and prints the results. Returns true if every check passed. */
export async function runDemo(platform: Platform, count: number): Promise<boolean> {
  const measurements = new Measurements();
  const gateways = new Gateways([platform.url], [measuring(measurements)]);
  console.log(`Platform at ${platform.url}`);

  const owner = await signIn(gateways, { wallet: newWallet('osmosis-1') });
  const member = await signIn(gateways, { wallet: newWallet('injective-1') });
  const project = await setUpProject(owner, member, count);
  const { emulated } = platform;
  const social =
    emulated && (await setUpSocial({ gateways, ...emulated, owner, project: project.campaigns.launch.project }));
  if (social) project.campaigns.social = social.studio;
  const questCount = QUEST_KEYS.length + (social?.quests.size ?? 0);
  console.log(
    `Project ${project.slug} is set up: ${Object.keys(project.campaigns).length} campaigns, ${questCount} quests, all open`,
  );
  const logo = await uploadLogo(owner, platform.url, project.id);

  const surprises: string[] = [];
  const before = measurements.throughput();
  const playing = playAll({ gateways, platform, project }, count, surprises);
  const { launch } = project.campaigns;
  const moderator = new Moderator(new Studio(member, launch.project, launch.campaign));
  // The moderator works while the earners play.
  const [earners] = await Promise.all([playing, moderate(moderator, playing, surprises)]);
  const after = measurements.throughput();
  const load = { requests: after.requests - before.requests, seconds: after.seconds - before.seconds };
  console.log(`${earners.length} of ${count} earners are through`);

  let played: Played | undefined;
  if (social && emulated) {
    const each = (part: () => Promise<void>) => noting(surprises, part);
    const settling = playSocial({ gateways, ...emulated, campaign: social, earners, atOnce: AT_ONCE, each });
    await Promise.all([settling, noting(surprises, () => moderator.workQueue(settling))]);
    played = await settling;
    console.log('The checks at the platforms are settled');
  }

  const improving = inParallel(earners, AT_ONCE, (earner) => noting(surprises, () => improve(earner, project)));
  await Promise.all([improving, noting(surprises, () => moderator.workQueue(improving))]);
  const { approved, rejected, undone, reversed } = moderator.done;
  console.log(`The moderator approved ${approved}, rejected ${rejected}, undid ${undone} and reversed ${reversed}`);

  const accounts = [];
  for (const studio of Object.values(project.campaigns)) {
    accounts.push(await readAccounts(studio, { earners, atOnce: AT_ONCE }));
  }
  const totals = await countSubmissions(owner, project);
  const files = await readExports(owner, project);
  await untilCreditsReported(earners, accounts);
  await Promise.all(earners.map(({ received }) => received.stop()));
  const comingBack = await comeBackAll(earners);
  // The accounts of the emulated platforms play again in the next run, and a merge would keep them.
  if (emulated) {
    await inParallel(earners, AT_ONCE, (earner) =>
      noting(surprises, async () => giveBack((await signIn(gateways, { wallet: earner.wallet })).token, gateways)),
    );
  }
  const [first, second] = earners.filter(({ method }) => method === 'wallet');
  const merged = first && second && (await mergeTwo(gateways, first, second));
  printTotals(totals);
  for (const account of accounts) printLeaderboard(account);
  if (played) printCalls(played.calls);
  printRequests(measurements, load);
  printMemory(platform);
  const checks = [
    check('every earner finished without an unexpected answer', surprises, `${earners.length} of ${count}`),
    ...comingBack,
    ...accounts.flatMap(reconcile),
    creditsReported(earners, accounts),
    filesAgree(files),
    logo,
    ...(merged ? [merged] : []),
    outcomeCheck(totals, count),
    ...(played ? [played.check] : []),
  ];
  printChecks(checks);
  return checks.every(({ passed }) => passed);
}

async function playAll(where: Parameters<typeof play>[0], count: number, surprises: string[]): Promise<Earner[]> {
  const earners: Earner[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  let finished = 0;
  await inParallel(numbers, AT_ONCE, async (number) => {
    const chainId = EARNER_CHAINS[number % EARNER_CHAINS.length] as string;
    await noting(surprises, async () => {
      earners.push(await play(where, number, chainId));
    });
    finished += 1;
    if (finished % Math.ceil(count / 10) === 0) console.log(`  ${finished} of ${count} earners`);
  });
  return earners;
}

async function moderate(moderator: Moderator, playing: Promise<unknown>, surprises: string[]): Promise<void> {
  await noting(surprises, async () => {
    await moderator.decideSingly(playing);
    await moderator.workQueue(playing);
  });
}

/** Does the work; an error ends it and is noted. */
async function noting(surprises: string[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    surprises.push(error instanceof ProblemError ? `${error.problem.instance}: ${error.message}` : String(error));
  }
}
