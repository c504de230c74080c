/**
 * Finds unknown Kata series, labels that a series doesn't have, and values that a label never has. Ignores other
 * series.
 */
import * as l10n from '@vscode/l10n';
import { findSeries, seriesNames, type FoundSeries } from '#core/metrics/series/index.ts';
import type { NameSpan } from '../collect.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import { labelFindings, groupingFindings } from './labels.ts';
import { definePromqlRule } from './promqlRule.ts';
import { valueFindings } from './values.ts';

/** Name prefixes that the product reserves. */
const ours = /^(?:cluster:)?kata_/;

export default definePromqlRule({
  id: 'promql-unknown-metric',
  title: () => l10n.t`Unknown series, label, or value`,
  severity: 'warning',
  language: 'promql',
  appliesTo: ['PromQL'],
  why: () =>
    l10n.t`The query uses a metric, label, or label value that Kata and OSC don't provide. Prometheus doesn't report an error. It just returns no data, so charts stay empty and alerts never fire. The rule checks names that start with \`kata_\` and \`cluster:kata_\`. It accepts names defined by recording rules in a PrometheusRule in the workspace.

If the name isn't similar to a known metric, the severity of the finding is information, because a newer release might provide the metric.

Use the correct name.`,
  source: [
    'kata-containers/kata-containers@7c6ba40c docs/design/kata-2-0-metrics.md',
    'kata-containers/kata-containers@083facd5 src/agent/src/metrics.rs (which values the agent writes)',
    'kata-containers/kata-containers@7c6ba40c docs/design/kata-metrics-in-runtime-rs.md',
    'openshift/sandboxed-containers-operator@d0632e58 cmd/metrics/metrics.go',
    'openshift/sandboxed-containers-operator@d0632e58 config/kata-monitor/kata-monitor-prometheus-rules.yaml',
  ],
  examples: () => [
    {
      avoid: `
sum(kata_monitor_running_shims_count)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `
sum(kata_monitor_running_shim_count)
`,
      files: {},
    },
    {
      avoid: `
kata_guest_meminfo{itm="mem_free", sandbox_id="a"} > 0
#                  ^^^ want
`,
      prefer: `
kata_guest_meminfo{item="mem_free", sandbox_id="a"} > 0
`,
      files: {},
    },
    {
      avoid: `
kata_guest_meminfo{item="MemAvailable"}
#                        ^^^^^^^^^^^^ want
`,
      prefer: `
kata_guest_meminfo{item="mem_available"}
`,
      files: {},
    },
  ],
  *check({ promql, records }) {
    if (records === undefined) return;
    for (const selector of promql.selectors) {
      const { name } = selector;
      if (name === undefined || records.has(name.name)) continue;
      const found = findSeries(name.name);
      if (found === undefined) {
        if (ours.test(name.name)) yield unknown(name, records);
      } else {
        if (isWhole(found)) yield inParts(found, name);
        yield* labelFindings(selector, found);
        yield* valueFindings(selector, found);
      }
    }
    yield* groupingFindings(promql.groupings);
  },
});

/**
 * Returns whether the name is a histogram without a suffix. Prometheus stores a classic histogram only as separate
 * series.
 */
function isWhole({ series, part }: FoundSeries): boolean {
  return series.type === 'histogram' && part === undefined;
}

function inParts({ series }: FoundSeries, { start, end }: NameSpan): Finding {
  return {
    start,
    end,
    severity: 'info',
    message: l10n.t`${series.name} is a histogram. It has no series with this name, only series that end in _bucket, _sum, and _count.`,
    fixes: ['_bucket', '_sum', '_count'].map((part) => ({
      title: l10n.t`Change to ${`${series.name}${part}`}`,
      sure: false,
      edits: [{ start: end, end, text: part }],
    })),
  };
}

function unknown({ name: written, start, end }: NameSpan, records: ReadonlySet<string>): Finding {
  const close = findNearestName(written, [...seriesNames, ...records]);
  const shown = written.length > 80 ? `${written.slice(0, 77)}...` : written;
  if (close === undefined)
    return {
      start,
      end,
      severity: 'info',
      message: l10n.t`Unknown series ${shown}, which might be from another release. If it doesn't exist, the query returns no data.`,
    };
  return {
    start,
    end,
    // Only a typo is certain. Another name might be from a newer release.
    ...(close.sure ? {} : { severity: 'info' as const }),
    message: l10n.t`Unknown series ${shown}, so the query probably returns no data. Did you mean ${close.name}?`,
    fixes: [{ title: l10n.t`Change to ${close.name}`, sure: false, edits: [{ start, end, text: close.name }] }],
  };
}
