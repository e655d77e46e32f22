/** Millionths of a US dollar. */
export const MICROS_PER_USD = 1_000_000;

/**
 * What reading one fact costs. Integrations counts every request of a fact by it, and the catalog of task types shows
 * it as the expected cost of a completion.
 */
export interface FactCost {
  /** Requests of a usual check, and of the longest one. */
  requests: { usual: number; most: number };
  /** What a platform charges money for; undefined: its requests are free within a quota. */
  price?: {
    /** Of one resource in an answer, in millionths of a US dollar. */
    resourceMicros: number;
    /** Resources in the answer to one request. */
    resources: { usual: number; most: number };
  };
}

/** `requests` requests, each of which costs a unit of the platform's quota or rate limit. */
export const requests = (most: number, usual = most): FactCost => ({ requests: { usual, most } });

export const A_REQUEST = requests(1);

/** US dollars with six decimal places. */
export const toUsd = (micros: number | string): string => {
  const digits = String(micros).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

/** What one request costs at most, in millionths of a US dollar. */
export const mostMicros = ({ price }: FactCost): number =>
  price === undefined ? 0 : price.resourceMicros * price.resources.most;

/** What an answer with so many resources costs, in millionths of a US dollar. */
export const microsOf = ({ price }: FactCost, resources: number): number =>
  price === undefined ? 0 : price.resourceMicros * Math.min(resources, price.resources.most);
