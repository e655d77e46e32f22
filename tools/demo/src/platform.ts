import { readStack, type ChainAddresses } from '@questp/local-stack';
import { EmulatedPlatforms } from '@questp/players';
import { workspaceRoot } from '@questp/testing';

/** The running platform. */
export interface Platform {
  /** Without a path. */
  url: string;
  /** Its processes if they run on this machine and are known. */
  processes: { name: string; pid: number }[];
  /** HTTP address of the local mail server; null if mails go elsewhere. */
  mailUrl: string | null;
  /** Set if the third parties are emulated, so that the demo can use their accounts. */
  emulated: { platforms: EmulatedPlatforms; admin: { email: string; password: string } } | null;
  /** The local chain; null without one. */
  chain: ChainAddresses | null;
}

/** The platform at QUESTP_URL with what else the environment says of it. */
function namedPlatform(url: string, env: NodeJS.ProcessEnv): Platform {
  const { QUESTP_MAIL_URL, QUESTP_EMULATORS_URL, QUESTP_ADMIN_EMAIL: email, QUESTP_ADMIN_PASSWORD: password } = env;
  const platform = { url: new URL(url).origin, processes: [], mailUrl: QUESTP_MAIL_URL || null, chain: null };
  if (!QUESTP_EMULATORS_URL) return { ...platform, emulated: null };
  if (!email || !password) throw new Error('QUESTP_EMULATORS_URL needs QUESTP_ADMIN_EMAIL and QUESTP_ADMIN_PASSWORD');
  return {
    ...platform,
    emulated: { platforms: new EmulatedPlatforms(QUESTP_EMULATORS_URL), admin: { email, password } },
  };
}

/** The platform at QUESTP_URL, by default that of `npm run up`; undefined if it does not answer. */
export async function findPlatform(env: NodeJS.ProcessEnv = process.env): Promise<Platform | undefined> {
  const given = env['QUESTP_URL'];
  const platform = given ? namedPlatform(given, env) : localPlatform();
  if (!platform) return undefined;
  try {
    const answer = await fetch(`${platform.url}/v1/auth/methods`, { signal: AbortSignal.timeout(5_000) });
    await answer.text();
    return answer.ok ? platform : undefined;
  } catch {
    return undefined;
  }
}

function localPlatform(): Platform | undefined {
  const stack = readStack(workspaceRoot);
  if (!stack) return undefined;
  const { apiUrl, services: processes, mailUrl, emulatorsUrl, admin, chain } = stack;
  const emulated = emulatorsUrl === null ? null : { platforms: new EmulatedPlatforms(emulatorsUrl), admin };
  return { url: new URL(apiUrl).origin, processes, mailUrl, emulated, chain };
}
