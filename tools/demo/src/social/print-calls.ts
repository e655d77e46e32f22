import { print } from '../report.js';
import type { PlatformCalls } from './calls.js';

export function printCalls(platforms: readonly PlatformCalls[]): void {
  const sum = (member: 'calls' | 'failed' | 'completions') => platforms.reduce((all, one) => all + one[member], 0);
  const all = { platform: 'all', calls: sum('calls'), failed: sum('failed'), completions: sum('completions') };
  print(
    'Calls at the platforms for checks',
    ['platform', 'calls', 'failed', 'completions', 'calls per completion'],
    [...platforms, all].map(({ platform, calls, failed, completions }) => {
      return [platform, calls, failed, completions, (calls / completions).toFixed(2)];
    }),
  );
}
