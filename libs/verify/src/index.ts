export { type Bundle, type Claim, readBundle } from './bundle/bundle.js';
export { type Check, type Outcome } from './checks/check.js';
export { FetchError } from './node/fetch-json.js';
export { isAddress } from './input/fields.js';
export { type BundleSource, ChangedError, fetchBundle, type Progress } from './bundle/read-bundle.js';
export { RELEASES, type Release } from './checks/releases.js';
export { ShapeError } from './input/shape.js';
export { verdict, verify } from './checks/verify.js';
