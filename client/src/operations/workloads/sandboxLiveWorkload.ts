/** Runs a workload of a cluster in a sandbox. Shows the patch before asking for confirmation. */
import * as l10n from '@vscode/l10n';
import { window, workspace } from 'vscode';
import {
  omitUndefined as fieldsGiven,
  isJsonObject,
  getString,
  getStringMap,
  type JsonObject,
} from '#core/common/json.ts';
import { factsOf } from '#core/status/health/clusterInfo.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import {
  applyMergePatch,
  getPodPath,
  describePodEffects,
  createSandboxPatch,
} from '#core/operations/sandboxWorkload/sandboxPatch.ts';
import { sandboxProcedure } from '#core/operations/procedures/sandbox.ts';
import { findTopOwners } from '#core/operations/lookups/topOwner.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { renderObjectYaml } from '#client/clusters/documents/objectYaml.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { askForSandbox } from './askForSandbox.ts';
import { chooseWorkload } from './chooseWorkload.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { renderCleanManifest } from '../manifests/manifestText.ts';
import { readClusterObject } from '#client/kubernetes/read/readObjects.ts';
import type { SandboxContext } from './sandboxQuestions.ts';
import type { OperationContext } from '../context.ts';

export async function sandboxLive(tools: OperationContext, given: unknown, title: string): Promise<void> {
  const chosen = await tools.clusters.choose(given, title);
  if (chosen === undefined) return;
  const { cluster, target } = chosen;
  if (!(await tools.askToReplace(cluster, sandboxProcedure))) return;
  const clicked = target?.object ?? (await chooseWorkload(tools, cluster, title, 'sandbox'));
  if (clicked === undefined) return;
  const { reference, raw } = await ownerOf(cluster, clicked);
  const podPath = getPodPath(reference.kind, reference.group);
  const label = `${reference.kind} ${reference.name}`;
  if (podPath === undefined)
    throw new Error(
      l10n.t`${label} isn't a supported workload because an operator manages its pods. Change the object from which the operator creates the pods.`,
    );
  const context = contextOf(cluster, label, reference, raw, podPath);
  const asked = await askForSandbox(context, title);
  if (asked === undefined) return;
  const { wish, annotations } = asked;
  const after = applyMergePatch(raw, createSandboxPatch(podPath, wish.runtimeClass, annotations));
  const effect = describePodEffects(reference.kind, raw);
  if (!effect.ok) {
    if ((await tools.notify.tell('warning', `${label}: ${effect.error}`, l10n.t`Show Manifest`)) === undefined) return;
    await window.showTextDocument(
      await workspace.openTextDocument({
        language: 'yaml',
        content: renderCleanManifest(after, reference.kind, podPath),
      }),
    );
    return;
  }
  const [now, planned] = [textOf(raw, reference.kind), textOf(after, reference.kind)];
  if (now === planned) {
    await tools.notify.tell('info', l10n.t`${label} already has these settings (runtime class ${wish.runtimeClass}).`);
    return;
  }
  await tools.texts.compare(
    l10n.t`${label} on ${cluster.context}: Current ↔ Sandboxed`,
    now,
    planned,
    `${reference.name}.yaml`,
  );
  await tools.perform(cluster, sandboxProcedure, {
    target: reference,
    podPath,
    runtimeClass: wish.runtimeClass,
    annotations,
  });
}

/** Returns the object that recreates a pod, or the pod itself if it has no owner. */
async function ownerOf(
  cluster: OpenCluster,
  reference: ObjectReference,
): Promise<{ readonly reference: ObjectReference; readonly raw: JsonObject }> {
  const { signal } = new AbortController();
  const raw = await read(cluster, reference, signal);
  const [owner] = await findTopOwners(createClusterReader(cluster.connection, signal), [raw]);
  if (owner === undefined) return { reference, raw };
  if (owner.reference === undefined) {
    throw new Error(
      l10n.t`${reference.kind} ${reference.name} belongs to ${owner.kind} ${owner.name}, and the extension can't change objects of this kind. Set the runtime class in the owner manually.`,
    );
  }
  if (owner.unsure === true)
    throw new Error(
      l10n.t`Can't read ${owner.kind} ${owner.name}, which creates ${reference.name}, so the topmost owner is unknown. Find the topmost owner, and set the runtime class in that object manually.`,
    );
  return { reference: owner.reference, raw: await read(cluster, owner.reference, signal) };
}

async function read({ connection }: OpenCluster, reference: ObjectReference, signal: AbortSignal): Promise<JsonObject> {
  const answer = await readClusterObject(connection, reference, signal);
  if (!answer.ok)
    throw new Error(
      `${reference.kind} ${reference.name}: ${answer.error.kind === 'notFound' ? l10n.t`the object no longer exists` : sanitizeLine(answer.error.message)}`,
    );
  if (!isJsonObject(answer.value))
    throw new Error(`${reference.kind} ${reference.name}: ${l10n.t`the server returned no object`}`);
  return answer.value;
}

function contextOf(
  { context, snapshot }: OpenCluster,
  label: string,
  { namespace }: ObjectReference,
  raw: JsonObject,
  podPath: readonly string[],
): SandboxContext {
  const facts = factsOf(context, snapshot);
  return {
    label,
    release: findRelease(facts?.release ?? '') ?? newestRelease,
    annotations: getStringMap(raw, ...podPath, 'metadata', 'annotations'),
    ...fieldsGiven({
      namespace,
      before: getString(raw, ...podPath, 'spec', 'runtimeClassName'),
      runtimeClasses: facts?.runtimeClasses,
      instanceTypes: facts?.allowedInstanceTypes,
    }),
  };
}

function textOf(raw: JsonObject, kind: string): string {
  const { status: _, ...rest } = raw;
  const text = renderObjectYaml(rest, kind);
  return text.ok ? text.value : `# ${l10n.t`Can't display the object: ${text.error}`}\n`;
}
