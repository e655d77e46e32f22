export { activeBundle, completedBundle, type RightBundle } from './bundles.js';
export { startNode, type Interceptor, type TestNode } from './test-node.js';
