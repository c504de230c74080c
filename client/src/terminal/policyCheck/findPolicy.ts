/** Reads the policy that is in effect in the sandbox of a pod. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { defaultPolicy } from '#core/agent/defaultPolicies.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { findImagePolicy, findPodPolicySource } from '#core/agent/podPolicySource.ts';
import type { ConfidentialGate } from '#core/agent/policyDelivery.ts';
import { getString } from '#core/common/json.ts';
import { operatorNamespace, peerPodsConfigMapName, featureGatesName } from '#core/product/namespaces.ts';
import type { Release } from '#core/product/releases.ts';
import type { EvaluatePolicyParams } from '#server/protocol/evaluatePolicy.ts';
import type { Connection } from '#client/kubernetes/connection.ts';

/** A policy with its origin. */
export interface FoundPolicy extends Pick<EvaluatePolicyParams, 'encoding' | 'policy'> {
  /** Where the policy is, such as the key of an annotation. */
  readonly origin: string;
}

/** The policies to try in order, because initdata doesn't always contain one. */
export interface PolicySearch {
  readonly policies: readonly FoundPolicy[];
  /** Why the policy isn't known if none of them exists. */
  readonly unknown: string;
}

/** Returns where the policy is. Returns undefined if the pod doesn't run in a sandbox. */
export async function findPolicy(
  connection: Pick<Connection, 'ask'>,
  pod: unknown,
  release: Release,
  signal: AbortSignal,
): Promise<PolicySearch | undefined> {
  const source = findPodPolicySource(pod, release);
  if (source === undefined) return undefined;
  if (source.kind === 'annotation')
    return {
      policies: [{ encoding: 'annotation', policy: source.value, origin: annotation(source.key) }],
      unknown: '',
    };
  const inPod: readonly FoundPolicy[] =
    source.kind === 'initdata' ? [{ encoding: 'initdata', policy: source.value, origin: annotation(source.key) }] : [];
  const shared = source.kind === 'configMap' ? await sharedInitdata(connection, signal) : { policies: [] };
  if (shared.unknown !== undefined) return { policies: [], unknown: shared.unknown };
  const image = await imagePolicy(connection, pod, release, signal);
  return {
    policies: [...inPod, ...shared.policies, ...image],
    unknown: l10n.t`The pod has no policy of its own, and the policy in the image of its VM can't be read.`,
  };
}

function annotation(key: string): string {
  return l10n.t`Annotation ${key}`;
}

interface SharedInitdata {
  readonly policies: readonly FoundPolicy[];
  readonly unknown?: string;
}

async function sharedInitdata(connection: Pick<Connection, 'ask'>, signal: AbortSignal): Promise<SharedInitdata> {
  const answer = await connection.ask(configMapPath(peerPodsConfigMapName), { signal });
  if (!answer.ok)
    return answer.error.kind === 'notFound'
      ? { policies: [] }
      : { policies: [], unknown: l10n.t("Can't read {0}: {1}", peerPodsConfigMapName, answer.error.message) };
  const policy = getString(answer.value, 'data', 'INITDATA') ?? '';
  return {
    policies: policy === '' ? [] : [{ encoding: 'initdata', policy, origin: `INITDATA (${peerPodsConfigMapName})` }],
  };
}

/** Returns the policy in the image, if it's known for the release. */
async function imagePolicy(
  connection: Pick<Connection, 'ask'>,
  pod: unknown,
  release: Release,
  signal: AbortSignal,
): Promise<readonly FoundPolicy[]> {
  const gate: ConfidentialGate =
    findImagePolicy(pod, release, 'unknown') === undefined ? await confidentialGate(connection, signal) : 'unknown';
  const id = findImagePolicy(pod, release, gate);
  const policy = id === undefined ? undefined : renderDefaultPolicy(id);
  return id === undefined || policy === undefined
    ? []
    : [{ encoding: 'rego', policy, origin: defaultPolicy(id)?.title() ?? id }];
}

async function confidentialGate(connection: Pick<Connection, 'ask'>, signal: AbortSignal): Promise<ConfidentialGate> {
  const answer = await connection.ask(configMapPath(featureGatesName), { signal });
  if (!answer.ok) return answer.error.kind === 'notFound' ? false : 'unknown';
  // Source: openshift/sandboxed-containers-operator controllers/fg_handler.go: only "true" enables the feature gate.
  return getString(answer.value, 'data', 'confidential') === 'true';
}

function configMapPath(name: string): string {
  return `/api/v1/namespaces/${operatorNamespace}/configmaps/${name}`;
}
