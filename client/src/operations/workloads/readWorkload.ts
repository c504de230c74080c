/** Reads the data for the page of a workload: the object, its pods, and their events. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { getString, isJsonObject } from '#core/common/json.ts';
import { getPodPath } from '#core/operations/sandboxWorkload/sandboxPatch.ts';
import { readObservedPod } from '#core/status/workloads/observedPod.ts';
import { sandboxEvidence } from '#core/status/workloads/sandboxEvidence.ts';
import { templateEvidence } from '#core/status/workloads/templateEvidence.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { readEvents } from '#client/details/objectDetails.ts';
import type { WorkloadInput, WorkloadPod } from './workloadPage.ts';
import { renderObjectYaml } from '#client/clusters/documents/objectYaml.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { podsOf } from './listWorkloadPods.ts';
import { readClusterObject } from '#client/kubernetes/read/readObjects.ts';

export type WorkloadRead = Omit<WorkloadInput, 'now'>;

/** Reads a workload. If it fails, the error is a message that names what can't be read. */
export async function readWorkload(
  { connection, context, snapshot }: Pick<OpenCluster, 'connection' | 'context' | 'snapshot'>,
  reference: ObjectReference,
  now: () => number,
  signal: AbortSignal,
): Promise<Result<WorkloadRead, string>> {
  const label = `${reference.kind} ${reference.name}`;
  const podPath = getPodPath(reference.kind, reference.group);
  if (podPath === undefined) return fail(l10n.t`${label} isn't a supported workload.`);
  const answer = await readClusterObject(connection, reference, signal);
  if (!answer.ok)
    return fail(
      answer.error.kind === 'notFound'
        ? l10n.t`${label} doesn't exist on ${context}.`
        : `${label}: ${sanitizeLine(answer.error.message)}`,
    );
  if (!isJsonObject(answer.value)) return fail(`${label}: ${l10n.t`the server returned no object`}`);
  const found = await podsOf(createClusterReader(connection, signal), reference, answer.value);
  if (!found.ok) return fail(`${label}: ${found.error}`);
  const seen = found.value.pods.flatMap((raw) => {
    const pod = readObservedPod(raw);
    return pod === undefined ? [] : [{ pod, raw }];
  });
  const events = await readEvents(connection, reference, signal);
  const yaml = renderObjectYaml(answer.value, reference.kind);
  return succeed({
    context,
    reference,
    pods: seen.map(({ pod, raw }): WorkloadPod => ({
      pod,
      evidence: sandboxEvidence(pod, snapshot, events.value),
      raw,
    })),
    ...(reference.kind === 'Pod'
      ? {}
      : { template: templateEvidence(getString(answer.value, ...podPath, 'spec', 'runtimeClassName'), snapshot) }),
    cut: found.value.cut,
    events,
    yaml: yaml.ok ? { value: yaml.value } : { value: '', problem: yaml.error },
    asOf: now(),
  });
}
