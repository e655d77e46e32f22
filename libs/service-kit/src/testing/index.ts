export { contractSubjects } from './contract-subjects.js';
export { putChain } from './put-chain.js';
export { withColumns } from './prisma-schema.js';
export { startTestService, type TestService, type TestServiceOptions } from './start-test-service.js';
export { TestBus } from './test-bus.js';
