export { type Bundle, type Claim, readBundle } from './bundle/bundle.js';
export { type BundleSource, ChangedError, fetchBundle, type Progress } from './bundle/read-bundle.js';
export { type Check, type Outcome } from './checks/check.js';
export { verdict, verify } from './checks/verify.js';
export { ShapeError } from './input/shape.js';
export { FetchError } from './node/fetch-json.js';
export { findSource, SourceError, type Wanted } from './published/find-source.js';
