import { isDeepStrictEqual } from 'node:util';

/** What one node says. */
export interface Statement<Node, Value> {
  node: Node;
  value: Value;
}

export interface Agreement<Node, Value> {
  value: Value;
  /** Nodes with this answer, and nodes with another one. */
  nodes: Node[];
  others: Node[];
}

/**
 * What most nodes say, if at least `least` do. Undefined without agreement, also if two answers have equally many nodes.
 */
export function agreementOf<Node, Value>(
  statements: readonly Statement<Node, Value>[],
  least: number,
): Agreement<Node, Value> | undefined {
  const groups: { value: Value; nodes: Node[] }[] = [];
  for (const { node, value } of statements) {
    const group = groups.find((one) => isDeepStrictEqual(one.value, value));
    if (group === undefined) groups.push({ value, nodes: [node] });
    else group.nodes.push(node);
  }
  const [first, second] = groups.sort((a, b) => b.nodes.length - a.nodes.length);
  if (first === undefined || first.nodes.length < least || first.nodes.length === second?.nodes.length)
    return undefined;
  return { ...first, others: groups.slice(1).flatMap(({ nodes }) => nodes) };
}

/** Number of nodes that must agree: one if only one is configured. */
export const leastNodes = (configured: number): number => Math.min(configured, 2);
