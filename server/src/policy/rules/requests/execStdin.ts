import * as l10n from '@vscode/l10n';
import { formatList } from '#core/text/grammar.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { findPrimaryRule, getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';

/** Requests that an exec command also needs, and the consequence if they are denied. */
const streams = [
  [
    'ReadStreamRequest',
    (denied: string) =>
      l10n.t`The policy allows commands but denies ${denied}, so commands return no output, and interactive exec hangs.`,
  ],
  [
    'WriteStreamRequest',
    (denied: string) =>
      l10n.t`The policy allows commands but denies ${denied}, so commands receive no input, and interactive exec hangs.`,
  ],
  [
    'CloseStdinRequest',
    (denied: string) =>
      l10n.t`The policy allows commands but denies ${denied}. Commands that read all of their input don't finish, and interactive exec hangs.`,
  ],
] as const;

export default definePolicyRule({
  id: 'rego-exec-stdin',
  title: () => l10n.t`Commands allowed, but streams denied`,
  severity: 'info',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy allows ExecProcessRequest, but denies ReadStreamRequest, WriteStreamRequest, or CloseStdinRequest. \`oc exec\` uses these requests after ExecProcessRequest. The command then runs, but shows no output or hangs.

The finding is a hint if only specific commands are allowed, because this might be intended.

Deny ExecProcessRequest, or also allow the other requests.`,
  source: [kataUpstream('src/runtime/virtcontainers/kata_agent.go')],
  *check({ policy }) {
    const { verdict, rulesOf, isWhole, isAsked } = analyzePolicy(policy);
    const exec = verdict('ExecProcessRequest').verdict;
    if (!isWhole || !isAsked || (exec !== 'allowed' && exec !== 'conditional')) return;
    const closed = streams.filter(([name]) => ['denied', 'undefined'].includes(verdict(name).verdict));
    const rule = findPrimaryRule(rulesOf('ExecProcessRequest'));
    const at = rule === undefined ? undefined : getRuleNameNode(rule);
    const [worst] = closed;
    if (at === undefined || worst === undefined) return;
    const [, says] = worst;
    const names = closed.map(([name]) => name);
    yield {
      start: at.start,
      end: at.end,
      severity: exec === 'allowed' ? 'info' : 'hint',
      message: says(formatList(names)),
    };
  },
  examples: () => [
    {
      avoid: policyWith(
        'default ExecProcessRequest := true\n#       ^^^^^^^^^^^^^^^^^^ want osc/rego-exec-allowed\n#       ^^^^^^^^^^^^^^^^^^ want\ndefault WriteStreamRequest := false\ndefault CloseStdinRequest := true\n',
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\ndefault WriteStreamRequest := false\ndefault CloseStdinRequest := true\n',
      ),
    },
  ],
});
