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
export { type Scenario } from './scenario/scenario.js';
export { NotOnThisChain, type Step, World } from './scenario/world.js';
export { SCENARIOS } from './scenarios/index.js';
