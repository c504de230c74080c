/** Finds `rate()` of a series that can decrease. Prometheus treats every decrease as a restart. */
import * as l10n from '@vscode/l10n';
import { findSeries, type FoundSeries } from '#core/metrics/series/index.ts';
import type { MatcherNode } from '../collect.ts';
import { definePromqlRule } from './promqlRule.ts';
import { alternatives } from './values.ts';

/** Gauge function that replaces each counter function. */
const forGauges: Readonly<Record<string, string>> = { rate: 'deriv', irate: 'deriv', increase: 'delta' };

export default definePromqlRule({
  id: 'promql-gauge-rate',
  title: () => l10n.t`Rate function on a gauge`,
  severity: 'info',
  language: 'promql',
  appliesTo: ['PromQL'],
  why: () =>
    l10n.t`The query applies \`rate()\`, \`irate()\`, or \`increase()\` to a gauge, which is a metric that can decrease, such as free memory. These functions are for counters, which decrease only when they are reset to zero. They treat each decrease in a gauge as a reset and count it as an increase, so the result is meaningless.

Some Kata metrics, such as \`kata_guest_cpu_time\`, have the type gauge but only increase. The rule doesn't report them. Other metrics, such as \`kata_shim_proc_status\`, contain both kinds of values: process memory can decrease, but the number of context switches only increases. The rule reports them only if the query selects an \`item\` that can decrease.

Use \`deriv()\` instead of \`rate()\` and \`irate()\`, and \`delta()\` instead of \`increase()\`.`,
  source: [
    'prometheus docs/querying/functions.md (rate, deriv, delta)',
    'kata-containers/kata-containers@7c6ba40c docs/design/kata-2-0-metrics.md (types of the series)',
    'proc_pid_status(5) (context switches are counted)',
  ],
  examples: () => [
    {
      avoid: `
rate(kata_guest_meminfo{item="mem_free"}[5m])
# <---- want
`,
      prefer: `
deriv(kata_guest_meminfo{item="mem_free"}[5m])
`,
    },
  ],
  *check({ promql }) {
    for (const { name, argument } of promql.calls) {
      const instead = Object.hasOwn(forGauges, name.name) ? forGauges[name.name] : undefined;
      const found =
        argument?.range === true && argument.name !== undefined ? findSeries(argument.name.name) : undefined;
      if (
        instead === undefined ||
        found?.series.type !== 'gauge' ||
        found.series.grows === true ||
        mayGrow(found, argument?.matchers ?? [])
      )
        continue;
      yield {
        start: name.start,
        end: name.end,
        message: l10n.t`${found.series.name} can decrease, but ${name.name}() treats each decrease as a counter reset. Use ${instead}().`,
        fixes: [
          {
            title: l10n.t`Change to ${instead}`,
            sure: false,
            edits: [{ start: name.start, end: name.end, text: instead }],
          },
        ],
      };
    }
  },
});

/**
 * Returns whether the query might select values of `item` that only increase. Returns false only if it certainly
 * selects none of these items.
 */
function mayGrow({ series: { growingItems = [] } }: FoundSeries, matchers: readonly MatcherNode[]): boolean {
  if (growingItems.length === 0) return false;
  return !matchers.some((matcher) => {
    const wanted = matcher.label.name === 'item' ? alternatives(matcher) : [];
    return wanted.length > 0 && !wanted.some((value) => growingItems.includes(value));
  });
}
