import { readStack, signIn, type ChainAddresses } from '@questp/local-stack';
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
function namedPlatform(url: string, env: NodeJS.ProcessEnv): Platform | string {
  const { QUESTP_MAIL_URL, QUESTP_EMULATORS_URL, QUESTP_ADMIN_EMAIL: email, QUESTP_ADMIN_PASSWORD: password } = env;
  if (!URL.canParse(url)) return `QUESTP_URL is not a URL: ${url}`;
  const platform = { url: new URL(url).origin, processes: [], mailUrl: QUESTP_MAIL_URL || null, chain: null };
  if (!QUESTP_EMULATORS_URL) return { ...platform, emulated: null };
  if (!email || !password) return 'QUESTP_EMULATORS_URL needs QUESTP_ADMIN_EMAIL and QUESTP_ADMIN_PASSWORD.';
  return {
    ...platform,
    emulated: { platforms: new EmulatedPlatforms(QUESTP_EMULATORS_URL), admin: { email, password } },
  };
}

/** The platform at QUESTP_URL, by default that of `npm run up`; a sentence if it does not answer. */
export async function findPlatform(env: NodeJS.ProcessEnv = process.env): Promise<Platform | string> {
  const given = env['QUESTP_URL'];
  const platform = given ? namedPlatform(given, env) : localPlatform(env);
  if (typeof platform === 'string') return platform;
  try {
    const answer = await fetch(`${platform.url}/v1/auth/methods`, { signal: AbortSignal.timeout(5_000) });
    await answer.text();
    if (answer.ok) return (await problemOf(platform)) ?? platform;
    return `The platform at ${platform.url} answers with status ${answer.status}.`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `No platform answers at ${platform.url}: ${cause instanceof Error ? cause.message : message}`;
  }
}

/** What keeps the demo from using the operator or the chain of the platform. */
async function problemOf({ url, emulated, chain }: Platform): Promise<string | undefined> {
  if (emulated !== null) {
    const { email, password } = emulated.admin;
    const signedIn = await signIn(`${url}/v1`, email, password);
    const pass = 'pass an operator in QUESTP_ADMIN_EMAIL and QUESTP_ADMIN_PASSWORD.';
    if (signedIn === null) return `${email} has another password: ${pass}`;
    if (signedIn.admin?.mustChangePassword !== false) return `${email} cannot sign in with a password alone: ${pass}`;
  }
  if (chain === null) return undefined;
  const answers = await fetch(`${chain.rpcUrl}/status`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  return answers?.ok ? undefined : `The node of the chain does not answer at ${chain.rpcUrl}.`;
}

function localPlatform(env: NodeJS.ProcessEnv): Platform | string {
  const stack = readStack(workspaceRoot);
  if (!stack) return 'No platform is running: start one with npm run up.';
  const { apiUrl, services: processes, mailUrl, emulatorsUrl, chain } = stack;
  const { QUESTP_ADMIN_EMAIL: email = stack.admin.email, QUESTP_ADMIN_PASSWORD: password = stack.admin.password } = env;
  const admin = { email, password };
  const emulated = emulatorsUrl === null ? null : { platforms: new EmulatedPlatforms(emulatorsUrl), admin };
  return { url: new URL(apiUrl).origin, processes, mailUrl, emulated, chain };
}
