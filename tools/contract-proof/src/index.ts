export type {
  Asset,
  CallResult,
  ChainEvent,
  Coin,
  ScenarioBackend,
  StoredContracts,
  Token,
} from './scenario/backend.js';
export { Campaign } from './scenario/campaign.js';
export { runScenario } from './scenario/run.js';
export { NotOnThisChain, type Scenario } from './scenario/scenario.js';
export { type Step, World } from './scenario/world.js';
export { SCENARIOS } from './scenarios/index.js';
