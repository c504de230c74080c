/**
 * Nodes, as far as the Machine Config Operator and kata are concerned. Source: openshift/machine-config-operator
 * pkg/daemon/constants; domain/01-kataconfig.md 1.6.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, omitUndefined, getList, getString, getStringMap } from '#core/common/json.ts';
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
  /** The condition `Ready`: `True`, `False`, `Unknown`. */
  readonly ready: string;
  /** Milliseconds since 1970. */
  readonly readySince?: number;
  readonly cordoned: boolean;
  /** Since when, where the taint that comes of it says so. Milliseconds since 1970. */
  readonly cordonedSince?: number;
  /** `machineconfiguration.openshift.io/state`: `Done`, `Working`, `Degraded`, ... */
  readonly mcoState?: string;
  readonly currentConfig?: string;
  readonly desiredConfig?: string;
  /** Why the machine-config-daemon gave up. */
  readonly mcoReason?: string;
  /** `drain-…` or `uncordon-…` and a config: what the daemon asks of the controller, and what was done last. */
  readonly desiredDrain?: string;
  readonly lastAppliedDrain?: string;
  readonly bootId: string;
  readonly kubelet: string;
  readonly osImage: string;
  readonly architecture: string;
  /** What provides the machine, the scheme of `spec.providerID`: `aws`, `azure`, `gce`, `baremetalhost`. */
  readonly provider?: string;
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
        mcoState: said('state'),
        currentConfig: said('currentConfig'),
        desiredConfig: said('desiredConfig'),
        mcoReason: said('reason'),
        desiredDrain: said('desiredDrain'),
        lastAppliedDrain: said('lastAppliedDrain'),
        provider: providerScheme(getString(raw, 'spec', 'providerID')),
      }),
      bootId: info('bootID'),
      kubelet: info('kubeletVersion'),
      osImage: info('osImage'),
      architecture: info('architecture'),
    };
  },
});

function providerScheme(providerId: string | undefined): string | undefined {
  return /^([a-z][a-z0-9-]{0,30}):\/\//.exec(providerId ?? '')?.[1];
}

function cordonedSince(raw: unknown): number | undefined {
  const taint = getList(raw, 'spec', 'taints').find(
    (one) => getString(one, 'key') === 'node.kubernetes.io/unschedulable',
  );
  return parseTimestamp(getString(taint, 'timeAdded'));
}
