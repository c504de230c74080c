/**
 * Explains API objects other than KataConfigs as the Clusters view does: pools, nodes, pods, runtime classes, peer
 * pods, Sandboxes of agent-sandbox, the OLM objects of the operator, and the jobs of the pod VM image.
 */
import * as l10n from '@vscode/l10n';
import { getList, getMap, getNumber, getString, isJsonObject, type JsonObject } from '../../common/json.ts';
import { emptySnapshot } from '../../cluster/snapshot.ts';
import { findStatusCondition, type StatusCondition } from '../../cluster/objects/clusterObject.ts';
import { watchedKinds } from '../../cluster/watchedKinds/index.ts';
import { creatingKataConfig, verifyingImage } from '../../product/docSections.ts';
import { documentedSubscription, operatorNamespace } from '../../product/namespaces.ts';
import { runtimeClassNamed } from '../../product/runtimeClasses.ts';
import type { Explanation } from '../../status/explanation.ts';
import { explainClusterExtension } from '../../status/operator/clusterExtensionParts.ts';
import { explainCsv, explainPlan } from '../../status/operator/olmParts.ts';
import { explainSubscription } from '../../status/operator/explainSubscription.ts';
import { explainImage } from '../../status/peerPods/explainImage.ts';
import type { TextRange } from '../../text/parsedText.ts';
import { joinSentences } from '../../text/grammar.ts';
import { tellKata } from '../describeKata.ts';
import { explainNodeState } from '../kinds/nodeState.ts';
import { explainPoolState } from '../kinds/poolState.ts';
import type { TextStatus } from '../textStatus.ts';
import { explainSandbox } from './agentSandboxObject.ts';
import { explainPod } from './podObject.ts';

/** Explains an object. Returns undefined for objects of other products. */
type ObjectReader = (raw: JsonObject) => Explanation | undefined;

const readers: Readonly<Record<string, ObjectReader>> = {
  MachineConfigPool: explainPool,
  Node: explainNode,
  Pod: explainPod,
  RuntimeClass: explainRuntimeClass,
  PeerPod: explainPeerPod,
  ClusterServiceVersion: explainOperatorCsv,
  Subscription: explainOperatorSubscription,
  InstallPlan: explainOperatorPlan,
  ClusterExtension: explainExtension,
  Job: explainImageJob,
  Sandbox: explainSandbox,
};
/** Kinds whose explanation needs no status. */
const withoutStatus: ReadonlySet<string> = new Set(['RuntimeClass', 'PeerPod']);

/**
 * Explains an API object. Returns undefined for other values, other kinds, and objects of other products.
 * @param form form of the text, such as `oc describe`. Empty for YAML and JSON
 */
export function explainObject(value: unknown, place: TextRange, form = ''): TextStatus | undefined {
  if (!isJsonObject(value)) return undefined;
  const kind = getString(value, 'kind') ?? '';
  const name = getString(value, 'metadata', 'name') ?? '';
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  // The name becomes part of commands, so it must be valid.
  if (read === undefined || !/^[a-z0-9][a-z0-9.-]{0,252}$/.test(name)) return undefined;
  const whole = withUid(value, name);
  const explanation = withoutStatus.has(kind) || isJsonObject(value['status']) ? read(whole) : undefined;
  if (explanation === undefined) return undefined;
  return tellKata(explanation, place, {
    what: form === '' ? kind : `${kind} (${form})`,
    name,
    text: `${kind} ${name}`,
    notes: [l10n.t`This explanation is based only on this text.`],
  });
}

/** Adds a UID, which the readers of cluster objects require, if shortened output omits it. */
function withUid(value: JsonObject, name: string): JsonObject {
  return { ...value, metadata: { uid: name, ...getMap(value, 'metadata') } };
}

function explainPool(raw: JsonObject): Explanation | undefined {
  const pool = watchedKinds.machineConfigPools.read(raw);
  if (pool === undefined) return undefined;
  const { name, paused, conditions, updatedCount, degradedCount } = pool;
  const statusOf = (type: string): StatusCondition | undefined => findStatusCondition(conditions, type);
  return explainPoolState({
    name,
    // A text without `spec` doesn't show whether the pool is paused.
    paused: isJsonObject(raw['spec']) ? paused && statusOf('Updated')?.status !== 'True' : undefined,
    updated: statusOf('Updated')?.status,
    updating: statusOf('Updating')?.status,
    degraded: statusOf('Degraded')?.status,
    message: statusOf('Degraded')?.message,
    total: getNumber(raw, 'status', 'machineCount'),
    done: updatedCount,
    failed: degradedCount,
  });
}

function explainNode(raw: JsonObject): Explanation | undefined {
  const node = watchedKinds.nodes.read(raw);
  if (node === undefined) return undefined;
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(node.labels)
    .filter((label) => label.startsWith(prefix))
    .map((label) => label.slice(prefix.length));
  const { name, ready, cordoned, mcoState, mcoReason } = node;
  const hasCondition = getList(raw, 'status', 'conditions').some((one) => getString(one, 'type') === 'Ready');
  return explainNodeState({
    name,
    ready: hasCondition ? ready === 'True' : undefined,
    cordoned,
    roles: roles.length === 0 ? undefined : roles,
    mcoState,
    mcoReason,
  });
}

function explainRuntimeClass(raw: JsonObject): Explanation | undefined {
  const found = watchedKinds.runtimeClasses.read(raw);
  if (found === undefined) return undefined;
  const known = runtimeClassNamed(found.name);
  if (known === undefined && !/^kata(?:-|$)/.test(found.handler)) return undefined;
  const overhead = Object.entries(found.overhead).map(([resource, amount]) => `${resource} ${amount}`);
  return {
    health: 'ok',
    headline: found.name,
    meaning: joinSentences(
      known === undefined ? l10n.t`A runtime class with a Kata handler.` : known.summary(),
      ...(overhead.length === 0 ? [] : [l10n.t`Pod overhead for the VM: ${overhead.join(', ')}.`]),
      l10n.t`Pods with runtimeClassName: ${found.name} use this runtime class.`,
    ),
    docs: creatingKataConfig,
  };
}

function explainPeerPod(raw: JsonObject): Explanation | undefined {
  const found = watchedKinds.peerPods.read(raw);
  if (found === undefined) return undefined;
  const { instance, provider, pod, deleting } = found;
  const machine = instance === '' ? '?' : instance;
  const cloud = provider === '' ? '?' : provider;
  const meaning =
    pod === ''
      ? l10n.t`cloud-api-adaptor created pod VM ${machine} (cloud provider: ${cloud}).`
      : l10n.t`cloud-api-adaptor created pod VM ${machine} (cloud provider: ${cloud}) for pod ${pod}.`;
  return deleting === undefined
    ? {
        health: 'ok',
        headline: l10n.t`Pod VM ${machine}`,
        meaning,
        next: l10n.t`When the pod is deleted, cloud-api-adaptor deletes the pod VM and then this PeerPod object.`,
        todo: l10n.t('To list the pod VMs, run `oc get peerpods -A`.'),
        docs: creatingKataConfig,
      }
    : {
        health: 'busy',
        headline: l10n.t`Pod VM ${machine} is being deleted`,
        meaning,
        next: l10n.t`This PeerPod object is deleted after the cloud provider deletes the pod VM.`,
        todo: l10n.t('If this continues, check the adaptor pods: `oc get pods -n {0} -o wide`.', operatorNamespace),
        docs: creatingKataConfig,
      };
}

function explainOperatorCsv(raw: JsonObject): Explanation | undefined {
  const csv = watchedKinds.clusterServiceVersions.read(raw);
  return csv?.name.startsWith(documentedSubscription.startingCsvPrefix) === true ? explainCsv(csv) : undefined;
}

function explainOperatorSubscription(raw: JsonObject): Explanation | undefined {
  const subscription = watchedKinds.subscriptions.read(raw);
  return subscription?.package === documentedSubscription.package
    ? explainSubscription(subscription, undefined, emptySnapshot)
    : undefined;
}

function explainOperatorPlan(raw: JsonObject): Explanation | undefined {
  const plan = watchedKinds.installPlans.read(raw);
  return plan?.csvs.some((csv) => csv.startsWith(documentedSubscription.startingCsvPrefix)) === true
    ? explainPlan(plan, emptySnapshot)
    : undefined;
}

function explainExtension(raw: JsonObject): Explanation | undefined {
  const extension = watchedKinds.clusterExtensions.read(raw);
  return extension === undefined ? undefined : explainClusterExtension(extension);
}

function explainImageJob(raw: JsonObject): Explanation | undefined {
  const job = watchedKinds.jobs.read(raw);
  const operation = /^osc-podvm-image-(creation|deletion)/.exec(job?.name ?? '')?.[1];
  if (job === undefined || operation === undefined) return undefined;
  const isFailed = findStatusCondition(job.conditions, 'Failed')?.status === 'True';
  const state = isFailed ? 'Failed' : job.succeeded > 0 ? 'Completed' : job.active > 0 ? 'Running' : 'StatusUnknown';
  const condition = {
    type: 'InProgress',
    status: 'True',
    reason: `PodVMImageJob${state}`,
    message: `pod vm ${operation}`,
  };
  return { ...explainImage(condition, operation === 'deletion', emptySnapshot), docs: verifyingImage };
}
