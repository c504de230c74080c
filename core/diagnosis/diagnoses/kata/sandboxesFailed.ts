/**
 * Diagnoses pods whose sandbox the kubelet can't create, by node. Sources: see core/cluster/objects/failedSandbox.ts.
 */
import * as l10n from '@vscode/l10n';
import { countWithoutSandbox, explainSandboxesOfNode, failedSandboxesOf } from '#core/status/nodes/failedSandboxes.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { podMarkKey } from '#core/diagnosis/evidence/evidenceLine.ts';

/** Maximum number of pods with evidence lines. */
const mostPods = 3;

export const sandboxesFailed = defineDiagnosis({
  id: 'sandboxes-failed',
  title: () => l10n.t`Pods without a sandbox`,
  likelihood: 95,
  find({ snapshot, marks, at = 0 }) {
    return [...failedSandboxesOf(snapshot).byNode].flatMap(([node, pods]) => {
      const { meaning, todo } = explainSandboxesOfNode(node, pods, at);
      const evidence = pods.slice(0, mostPods).flatMap((pod) => marks.get(podMarkKey(pod)) ?? []);
      const about = node === '' ? l10n.t`Pods` : `Node ${node}`;
      return toDiagnosisMatches(
        about,
        { health: 'failed', headline: countWithoutSandbox(pods.length), meaning, todo },
        evidence,
      );
    });
  },
});
