/**
 * Nodes with the fields that the Machine Config Operator and Kata use. Source: openshift/machine-config-operator
 * pkg/daemon/constants; domain/01-kataconfig.md 1.6.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, omitUndefined, getList, getMap, getString, getStringMap } from '#core/common/json.ts';
import { peerPodsWebhookInfo } from '#core/product/namespaces.ts';
import { eligibleLabel, featurePrefix, gpuResource } from '#core/product/nodeLabels.ts';
import { lastFieldWrite, type FieldWrite } from '../objects/fieldWrite.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import {
  findStatusCondition,
  getLabels,
  truncateMessage,
  readConditions,
  truncateWord,
  type ClusterObject,
} from '../objects/clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';

export interface ClusterNode extends ClusterObject {
  readonly labels: Readonly<Record<string, string>>;
  /** Status of the `Ready` condition: `True`, `False`, `Unknown`. */
  readonly ready: string;
  /** Milliseconds since 1970. */
  readonly readySince?: number;
  readonly cordoned: boolean;
  /** Time when the node was cordoned, if the taint contains it, in milliseconds since 1970. */
  readonly cordonedSince?: number;
  /** Last write of `spec.unschedulable`, from the managed fields. */
  readonly cordonedWrite?: FieldWrite;
  /** Value of `machineconfiguration.openshift.io/state`: `Done`, `Working`, `Degraded`, ... */
  readonly mcoState?: string;
  /** Last write of the annotations of the Machine Config Daemon, from the managed fields. */
  readonly mcoWrite?: FieldWrite;
  readonly currentConfig?: string;
  readonly desiredConfig?: string;
  /** Reason why the Machine Config Daemon failed. */
  readonly mcoReason?: string;
  /**
   * Values such as `drain-...` or `uncordon-...` with a configuration name. `desiredDrain` is the last request of the
   * daemon to the controller, and `lastAppliedDrain` is the last request that the controller completed.
   */
  readonly desiredDrain?: string;
  readonly lastAppliedDrain?: string;
  readonly bootId: string;
  readonly kubelet: string;
  readonly osImage: string;
  readonly architecture: string;
  /**
   * Resources that pods can request, as quantities: `memory`, `cpu`, `pods`, and extended resources that matter for
   * Kata. Undefined if the node doesn't report them.
   */
  readonly allocatable?: Readonly<Record<string, string>>;
  /** Infrastructure provider, which is the scheme of `spec.providerID`: `aws`, `azure`, `gce`, `baremetalhost`. */
  readonly provider?: string;
  /**
   * True if Node Feature Discovery set an annotation, or a label other than the one for Kata, which users can set
   * manually.
   */
  readonly hasFeatureDiscovery?: true;
  /**
   * True if the node has the label for Kata, but Node Feature Discovery doesn't list it among the labels that it set.
   */
  readonly isEligibleLabelManual?: true;
}

const mco = 'machineconfiguration.openshift.io/';

export const nodes = defineWatchedKind<ClusterNode>({
  group: '',
  version: 'v1',
  plural: 'nodes',
  kind: 'Node',
  scope: 'cluster',
  neededFor: () => l10n.t`why a node is stuck`,
  read(raw, object) {
    const annotations = getStringMap(raw, 'metadata', 'annotations');
    const ready = findStatusCondition(readConditions(raw), 'Ready');
    const info = (field: string): string => truncateWord(getString(raw, 'status', 'nodeInfo', field) ?? '');
    const said = (name: string): string | undefined => {
      const text = annotations[`${mco}${name}`];
      return text === undefined ? undefined : truncateMessage(text);
    };
    return {
      ...object,
      labels: getLabels(raw, 'metadata', 'labels'),
      ready: ready?.status ?? 'Unknown',
      cordoned: getBoolean(raw, 'spec', 'unschedulable') ?? false,
      ...omitUndefined({
        readySince: ready?.since,
        cordonedSince: cordonedSince(raw),
        cordonedWrite: lastFieldWrite(raw, 'spec', 'unschedulable'),
        mcoState: said('state'),
        mcoWrite: lastFieldWrite(raw, 'metadata', 'annotations', `${mco}state`),
        currentConfig: said('currentConfig'),
        desiredConfig: said('desiredConfig'),
        mcoReason: said('reason'),
        desiredDrain: said('desiredDrain'),
        lastAppliedDrain: said('lastAppliedDrain'),
        allocatable: readAllocatable(raw),
        provider: providerScheme(getString(raw, 'spec', 'providerID')),
        hasFeatureDiscovery: hasFeatureDiscovery(raw) ? (true as const) : undefined,
        isEligibleLabelManual: isEligibleLabelManual(raw) ? (true as const) : undefined,
      }),
      bootId: info('bootID'),
      kubelet: info('kubeletVersion'),
      osImage: info('osImage'),
      architecture: info('architecture'),
    };
  },
});

/**
 * Returns whether Node Feature Discovery sets labels or annotations of the node. Source:
 * kubernetes-sigs/node-feature-discovery@0158a0522 pkg/apis/nfd/v1alpha1/annotations_labels.go.
 */
function hasFeatureDiscovery(raw: unknown): boolean {
  const keysOf = (field: string): readonly string[] => Object.keys(getMap(raw, 'metadata', field));
  return (
    keysOf('annotations').some((key) => key.startsWith('nfd.node.kubernetes.io/')) ||
    keysOf('labels').some((key) => key.startsWith(featurePrefix) && key !== eligibleLabel)
  );
}

/**
 * Returns whether the label for Kata isn't among the labels that Node Feature Discovery set. It lists them without
 * their default prefix in an annotation, whose key starts with the name of the instance if it has one. Source:
 * kubernetes-sigs/node-feature-discovery@76e6cc8cc pkg/nfd-master/nfd-master.go (instanceAnnotation, updateNodeObject).
 */
function isEligibleLabelManual(raw: unknown): boolean {
  if (!Object.hasOwn(getMap(raw, 'metadata', 'labels'), eligibleLabel)) return false;
  const lists = Object.entries(getStringMap(raw, 'metadata', 'annotations')).filter(([key]) =>
    /(?:^|\.)nfd\.node\.kubernetes\.io\/feature-labels$/.test(key),
  );
  const name = eligibleLabel.slice(featurePrefix.length);
  return (
    lists.length > 0 &&
    !lists.some(([, list]) => list.split(',').some((one) => [name, eligibleLabel].includes(one.trim())))
  );
}

/** Resources to store. `kata.peerpods.io/vm` is the number of peer pods. */
const countedResources = ['memory', 'cpu', 'pods', gpuResource, peerPodsWebhookInfo.extendedResource];

function readAllocatable(raw: unknown): Readonly<Record<string, string>> | undefined {
  const amounts = getStringMap(raw, 'status', 'allocatable');
  const found = countedResources
    .filter((name) => Object.hasOwn(amounts, name))
    .map((name) => [name, truncateWord(amounts[name] ?? '')]);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function providerScheme(providerId: string | undefined): string | undefined {
  return /^([a-z][a-z0-9-]{0,30}):\/\//.exec(providerId ?? '')?.[1];
}

function cordonedSince(raw: unknown): number | undefined {
  const taint = getList(raw, 'spec', 'taints').find(
    (one) => getString(one, 'key') === 'node.kubernetes.io/unschedulable',
  );
  return parseTimestamp(getString(taint, 'timeAdded'));
}
