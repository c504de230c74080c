/**
 * Updates OpenShift when `spec.desiredUpdate` of the ClusterVersion changes, as `oc adm upgrade --to` does. Any version
 * is accepted, and nodes don't reboot. Source of the history and the messages:
 * openshift/cluster-version-operator@6e719331 pkg/cvo/status.go.
 */
import { getList, getString, type JsonObject, type KubeObject } from '#simulator/store/kubeObject.ts';
import { withCondition } from '../framework/conditions.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { clusterVersions } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';

const key = { name: 'version' };

export const clusterVersionController: Controller = {
  name: 'cluster version operator',
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, () => reconcile(cluster));
    const stop = client.follow(clusterVersions, ({ type, object }) => {
      if (type !== 'DELETED' && wantedVersion(object) !== undefined) queue.add('version');
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

/** Starts an update, or completes an update that was already started. */
function reconcile({ client, behaviour }: ControllerContext): number | undefined {
  const version = client.get(clusterVersions, key.name);
  const wanted = wantedVersion(version);
  const now = client.now();
  if (wanted !== undefined) {
    const image =
      getString(version, 'spec', 'desiredUpdate', 'image') ?? getString(version, 'status', 'desired', 'image') ?? '';
    client.changeStatus(clusterVersions, key, (status) => ({
      ...status,
      desired: { version: wanted, image },
      history: [
        { version: wanted, image, state: 'Partial', startedTime: now, completionTime: null, verified: true },
        ...getList(status, 'history'),
      ],
      conditions: withCondition(
        getList(status, 'conditions'),
        { type: 'Progressing', status: 'True', message: `Working towards ${wanted}` },
        now,
      ),
    }));
    return behaviour.timings.clusterUpdate;
  }
  client.changeStatus(clusterVersions, key, (status) => completed(status, now));
  return undefined;
}

function completed(status: JsonObject, now: string): JsonObject | undefined {
  const [first, ...before] = getList(status, 'history');
  const version = getString(first, 'version') ?? '';
  if (getString(first, 'state') !== 'Partial') return undefined;
  const message = `Cluster version is ${version}`;
  return {
    ...status,
    history: [{ ...Object(first), state: 'Completed', completionTime: now }, ...before],
    conditions: withCondition(getList(status, 'conditions'), { type: 'Progressing', status: 'False', message }, now),
  };
}

/** Returns the version to update to. Returns undefined if no version is set or the update to it has started. */
function wantedVersion(object: KubeObject | undefined): string | undefined {
  const wanted = getString(object, 'spec', 'desiredUpdate', 'version');
  return wanted === undefined || wanted === getString(getList(object, 'status', 'history')[0], 'version')
    ? undefined
    : wanted;
}
