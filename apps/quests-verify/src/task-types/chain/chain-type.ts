import type { readChainTransactions } from '@questp/messages/integrations';
import { MAX_TRANSACTION_TEXT, readForm, type RequestOf } from '@questp/messages/language';
import type { QuestCategory } from '@questp/messages/quests';
import { formatted, object, type JsonObject, type JsonSchema } from '../../catalog/definition/json-schema.js';
import {
  ANY_PERIOD,
  defineTaskType,
  type AfterCredit,
  type Credited,
  type Target,
  type TaskType,
} from '../../catalog/definition/task-type.js';
import type { Sought } from './sought.js';
import { transactionMade } from './transaction-made.js';

/** The input of all types that a transaction completes. */
export const txHash = formatted(
  'Hash of the transaction, or a link to it at an explorer; absent: the transactions of the linked wallets are searched.',
  MAX_TRANSACTION_TEXT,
  'transaction-hash',
);

const transactionInputs = object({ txHash });

/** What narrows the search at a node, and the coins that are read. */
type Narrowed = Partial<
  Pick<RequestOf<typeof readChainTransactions>, 'denom' | 'contract' | 'recipient' | 'validator' | 'proposalId'>
>;

interface ChainType<Config, Inputs> {
  id: string;
  name: string;
  category: QuestCategory;
  ruleVersion?: number;
  config: JsonSchema<Config>;
  /** With `txHash`; only that by default. */
  inputs?: JsonSchema<Inputs>;
  seeks: (config: NoInfer<Config>, inputs: NoInfer<Inputs>) => Sought;
  target?: Target;
  /** Of types whose act can be taken back. */
  afterCredit?: AfterCredit<NoInfer<Config>, Credited>;
  narrow?: (config: NoInfer<Config>) => Narrowed;
  exampleConfig: JsonObject;
  exampleInputs?: JsonObject;
}

/** A type that a transaction of the earner completes (spec 2.4 "On-chain"). */
export function chainType<
  Config extends JsonObject & { chainId: string },
  Inputs extends JsonObject & { txHash?: string },
>({
  seeks,
  narrow,
  inputs = transactionInputs as JsonSchema<Inputs>,
  exampleInputs,
  ...type
}: ChainType<Config, Inputs>): TaskType {
  const hashIn = ({ txHash: text }: { txHash?: string }) =>
    text === undefined ? undefined : readForm('any_transaction_hash', text);
  return defineTaskType({
    ...type,
    inputs,
    automation: { level: 'automatic' },
    methods: ['on_chain'],
    periods: ANY_PERIOD,
    available: true,
    facts: {
      wallets: ({ chainId }: Config) => ({ on: [chainId], isDerivedToo: true as const }),
      chainTransactions: (config: Config, given: Inputs) => {
        const hash = hashIn(given);
        return {
          ...{ chainId: config.chainId, kinds: [...seeks(config, given).kinds] },
          ...narrow?.(config),
          ...(hash !== undefined && { txHash: hash }),
        };
      },
    },
    rule: (config, given, facts) => transactionMade(config.chainId, seeks(config, given), hashIn(given), facts),
    exampleInputs: exampleInputs ?? { txHash: 'A'.repeat(64) },
  });
}
