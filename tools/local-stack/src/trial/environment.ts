import { emulatorEnvironment } from '@questp/emulators';

/** Browsers resolve names below `localhost` to their own machine, containers resolve this one to the container. */
const TRIAL_URL = 'http://trial.localhost:4480';

/** Networks of containers (RFC 1918). */
const EGRESS_NETWORKS = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16';

/** By which variables integrations uses the emulated platforms of a trial (docker/compose.yaml). */
export const trialEnvironment = (): Record<string, string> => emulatorEnvironment(TRIAL_URL, { EGRESS_NETWORKS });
