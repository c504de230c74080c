/** Finds invalid PromQL. Prometheus rejects it, along with the whole rule group. */
import * as l10n from '@vscode/l10n';
import { definePromqlRule } from './promqlRule.ts';

export default definePromqlRule({
  id: 'promql-syntax',
  title: () => l10n.t`Invalid PromQL`,
  severity: 'error',
  language: 'promql',
  appliesTo: ['PromQL'],
  why: () =>
    l10n.t`Prometheus can't parse this query and returns an error. If the query is in a PrometheusRule, the API server rejects the object, or Prometheus silently omits the rule and the alert never fires.

Correct the marked part. If there's a backslash before \`|\`, the query was probably copied from a Markdown table. Remove the backslash.`,
  source: [
    'prometheus web/ui/module/lezer-promql/src/promql.grammar (the parser that is used here)',
    'prometheus util/strutil/quote.go (which escapes a string may have)',
    'openshift/sandboxed-containers-operator@d0632e58 config/kata-monitor/osc-dashboard.yaml (the queries of the dashboard)',
  ],
  examples: () => [
    {
      avoid: `
sum by (sandbox_id) (irate(kata_guest_cpu_time{cpu="total", item=~"irq\\|user"}[5m]))
#                                                                     ^^ want
`,
      prefer: `
sum by (sandbox_id) (irate(kata_guest_cpu_time{cpu="total", item=~"irq|user"}[5m]))
`,
    },
    {
      avoid: `
sum(kata_guest_load{item="load1"}
#  ^ want
`,
      prefer: `
sum(kata_guest_load{item="load1"})
`,
    },
    {
      avoid: `
irat(kata_guest_cpu_time{cpu="total"}[5m])
# <---- want
`,
      prefer: `
irate(kata_guest_cpu_time{cpu="total"}[5m])
`,
    },
  ],
  *check({ promql }) {
    for (const { start, end, message, replacement, unsure } of promql.problems) {
      const fixes =
        replacement === undefined
          ? []
          : [{ title: l10n.t`Change to ${replacement}`, sure: false, edits: [{ start, end, text: replacement }] }];
      yield { start, end, message, fixes, ...(unsure === true ? { severity: 'info' as const } : {}) };
    }
  },
});
