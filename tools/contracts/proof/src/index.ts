export type {
  Asset,
  CallResult,
  ChainEvent,
  Coin,
  ScenarioBackend,
  StoredContracts,
  Token,
} from './scenario/backend.js';
export { HostBackend } from './host/host-backend.js';
export { Campaign, createCampaign } from './scenario/campaign.js';
export { runScenario } from './scenario/run.js';
export { type Scenario } from './scenario/scenario.js';
export { signedTicket } from './scenario/signed-ticket.js';
export { NotOnThisChain, SCENARIO_LIMITS, type Step, World } from './scenario/world.js';
export { SCENARIOS } from './scenarios/index.js';
