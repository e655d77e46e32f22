export { HOSTILE_BODIES, MASS_ASSIGNED } from './hostile-input/hostile-json.js';
export { type Answer } from './support/call.js';
export { Caller, Gateways } from './support/caller.js';
export { enterCode } from './support/earn.js';
export { pause } from './support/load.js';
export { changePassword, operatorSignIn } from './support/operators.js';
export { unlessCutOff } from './support/oversized.js';
export { signIn } from './support/sign-in.js';
export { newSlug, newStudio } from './support/studio.js';
