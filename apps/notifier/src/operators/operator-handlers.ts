import type { EventHandlers } from '@questp/events';
import type { NodeFaultKind } from '@questp/messages/escrow';
import type { NotifyOperators } from './notify-operators.js';

/** What operators have to look into. Other faults pass, or end in a disagreement. */
const MAILED_FAULTS: readonly NodeFaultKind[] = ['deviating', 'other_chain', 'disagreement'];

/** The events of which operators are notified. */
export const operatorHandlers = (notifyOperators: NotifyOperators): EventHandlers => ({
  'integration.incident': (tx, { data: { name, kind, detail } }) =>
    notifyOperators.execute(tx, `integration.${kind}`, `integration_${kind}`, { name, detail }),
  'payouts.undecided': (tx, { data }) => notifyOperators.execute(tx, 'payouts.undecided', 'payouts_undecided', data),
  'payouts.objected': (tx, { data }) => notifyOperators.execute(tx, 'payouts.objected', 'payouts_objected', data),
  'escrow.balance_low': (tx, { data, aggregateId }) =>
    notifyOperators.remind(tx, aggregateId, 'escrow.balance_low', 'escrow_balance_low', data),
  'escrow.contradiction': (tx, { data, aggregateId }) =>
    notifyOperators.remind(tx, aggregateId, 'escrow.contradiction', 'escrow_contradiction', data),
  'escrow.deadline_near': (tx, { data, aggregateId }) =>
    notifyOperators.remind(tx, aggregateId, 'escrow.deadline_near', 'escrow_deadline_near', data),
  'escrow.deadline_missed': (tx, { data, aggregateId }) =>
    notifyOperators.remind(tx, aggregateId, 'escrow.deadline_missed', 'escrow_deadline_missed', data),
  'escrow.lane_blocked': (tx, { data, aggregateId }) =>
    notifyOperators.remind(tx, aggregateId, 'escrow.lane_blocked', 'escrow_lane_blocked', data),
  'escrow.fees_capped': (tx, { data }) => notifyOperators.execute(tx, 'escrow.fees_capped', 'escrow_fees_capped', data),
  'chain.node_faulty': async (tx, { data: { chainId, node, fault }, aggregateId }) => {
    if (!MAILED_FAULTS.includes(fault)) return;
    const params = { chainId, node: `${node ?? 'all'}`, fault };
    await notifyOperators.remind(tx, aggregateId, 'chain.node_faulty', 'chain_node_faulty', params);
  },
  'chain.reset': (tx, { data }) => notifyOperators.execute(tx, 'chain.reset', 'chain_reset', data),
});
