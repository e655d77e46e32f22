import { readStack } from '@questp/local-stack';
import { workspaceRoot } from '@questp/testing';

/** The running platform. */
export interface Platform {
  /** Without a path. */
  url: string;
  /** Its processes, when they run on this machine and are known. */
  processes: { name: string; pid: number }[];
  /** Of the local mailbox; null when mails go elsewhere. */
  mailUrl: string | null;
  /** Whether the platforms that people sign in with are emulated, so that anybody is somebody there. */
  isEmulated: boolean;
}

/** The platform at QUESTP_URL, else the one of `npm run up`; undefined when none answers. */
export async function findPlatform(env: NodeJS.ProcessEnv = process.env): Promise<Platform | undefined> {
  const given = env['QUESTP_URL'];
  const platform = given
    ? { url: new URL(given).origin, processes: [], mailUrl: null, isEmulated: false }
    : localPlatform();
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
  const { apiUrl, services: processes, mailUrl, emulatorsUrl } = stack;
  return { url: new URL(apiUrl).origin, processes, mailUrl, isEmulated: emulatorsUrl !== null };
}
