import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getInitdataPolicy } from '#server/initdata/initdataPolicy.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import { execCommands } from '#server/engine/workspace/execCommands.ts';
import { analyzePolicy } from '#server/policy/rules/policyAnalysis.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { packedPolicyWith, podWithPolicy } from './exampleEmbedded.ts';
import { decodeInitdata, decodePolicy } from './decodeEmbedded.ts';
import { listEmbeddedInitdata, listEmbeddedPolicies } from './embeddedValues.ts';

const denied = () => packedPolicyWith(`default ExecProcessRequest := false\n`);
const conditional = () =>
  packedPolicyWith(
    `default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == ["true"]\n}\n`,
  );
const probe = '      livenessProbe:\n        exec:\n';

export default defineRule({
  id: 'pod-exec-probe-denied',
  title: () => l10n.t`Probe command denied by the pod's own policy`,
  severity: 'warning',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The pod has an exec probe or a lifecycle hook that runs a command, but the pod's own policy denies ExecProcessRequest, which every such command requires. The probe or hook always fails, and the container restarts repeatedly or never becomes ready. The policy is in the annotation \`io.katacontainers.config.agent.policy\` or in the pod's initdata.

Use an HTTP, TCP, or gRPC probe or an HTTP hook, or allow the command in the policy.`,
  source: [kataUpstream('src/runtime/virtcontainers/kata_agent.go')],
  *check({ manifest }) {
    const commands = [...execCommands(manifest)];
    if (commands.length === 0 || !policiesOf(manifest).some(deniesExec)) return;
    for (const { what, node } of commands) {
      yield {
        start: node.start,
        end: node.end,
        message: l10n.t`The policy in this pod denies exec, so the ${sanitizeQuote(what, 80)} always fails. Use another type of probe or hook, or allow the command.`,
      };
    }
  },
  examples: () => [
    {
      avoid: podWithPolicy(denied(), { decoded: 'default ExecProcessRequest := false' }).concat(
        probe,
        '#       ^^^^ want\n          command: ["true"]\n',
      ),
      prefer: podWithPolicy(conditional(), {
        decoded: 'ExecProcessRequest if { input.process.Args == ["true"] }',
      }).concat(probe, '          command: ["true"]\n'),
    },
  ],
});

function policiesOf(manifest: Manifest): readonly Policy[] {
  const packed = listEmbeddedPolicies(manifest).flatMap(({ node }) => decodePolicy(node.text).policy ?? []);
  const measured = listEmbeddedInitdata(manifest).flatMap(({ node }) => {
    const { document } = decodeInitdata(node.text);
    return document === undefined ? [] : (getInitdataPolicy(document)?.policy ?? []);
  });
  return [...packed, ...measured];
}

function deniesExec(policy: Policy): boolean {
  const { isAsked, isWhole, verdict } = analyzePolicy(policy);
  return isAsked && isWhole && ['denied', 'undefined'].includes(verdict('ExecProcessRequest').verdict);
}
