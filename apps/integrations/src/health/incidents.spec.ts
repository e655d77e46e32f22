import type { IncidentKind } from '@questp/messages/integrations';
import { incidentsOf, type Observed } from './incidents.js';

const up: Observed = { status: 'up', quota: null, isLow: false, isFailing: false };
const down: Observed = { ...up, status: 'down' };
const unset: Observed = { ...up, status: 'not_set_up' };
const left = (remaining: number): Observed => ({
  ...up,
  quota: { remaining, limit: 100, resetsAt: null },
  isLow: remaining < 10,
});

describe('incidentsOf', () => {
  it.each<[string, Observed[], IncidentKind[]]>([
    ['one failed check', [up, down, up], []],
    ['an outage', [up, down, down, down, down, up, up], ['down', 'recovered']],
    ['two outages', [down, down, up, down, down, up], ['down', 'recovered', 'down', 'recovered']],
    ['requests that keep failing while the check works', [{ ...up, isFailing: true }, up], ['down', 'recovered']],
    ['an outage that ends when the credential is removed', [down, down, unset, unset, up], ['down']],
    [
      'a quota that goes up and down at the border',
      [left(9), left(11), left(9), left(15), left(9)],
      ['quota_nearly_used'],
    ],
    ['a quota that was reset in between', [left(9), left(100), left(9)], ['quota_nearly_used', 'quota_nearly_used']],
    ['a quota that is used up', [{ ...up, status: 'degraded', isLow: true }, up], ['quota_nearly_used']],
  ])('reports each incident once: %s', (_, observed, expected) => {
    let reported = { failedChecks: 0, isDown: false, quotaIsLow: false };
    const kinds = observed.flatMap((one) => {
      const [now, known] = incidentsOf(reported, one);
      reported = known;
      return now;
    });
    expect(kinds).toEqual(expected);
  });
});
