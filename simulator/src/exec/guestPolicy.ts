/**
 * Lets the agent policy of a Kata pod decide the requests of a process, as the agent in its guest does. Pods without
 * Kata have no agent. Sources: domain/04-agent-policy.md 4.3, 4.6; cri-o/cri-o@0033f5ee internal/oci/runtime_vm.go.
 */
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { getInitdataKey } from '#core/annotations/index.ts';
import { documentedSubscription, operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { findRelease, newestRelease, type Release } from '#core/product/releases.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { getList, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { ApiServerState } from '#simulator/api/handlers/apiServerState.ts';
import { hashEventName } from '#simulator/controllers/framework/events.ts';
import { clusterExtensions } from '#simulator/controllers/framework/resourceNames.ts';

/** The process that an exec request starts. */
export interface GuestProcess {
  readonly pod: KubeObject;
  readonly container: string;
  readonly command: readonly string[];
  readonly tty: boolean;
}

/** Decides the requests to the agent about one process. */
export interface GuestPolicy {
  /**
   * Returns undefined if the policy allows the request, or the error of the agent.
   * @param input fields of the request, besides the IDs of the container and the process
   */
  decide(request: string, input?: object): string | undefined;
}

/** Returns the policy of a pod, or undefined if the pod doesn't use Kata. */
export async function findGuestPolicy(
  cluster: ApiServerState,
  { pod, container }: Pick<GuestProcess, 'pod' | 'container'>,
): Promise<GuestPolicy | undefined> {
  const runtimeClass = getString(pod, 'spec', 'runtimeClassName') ?? '';
  if (!isKata(cluster, runtimeClass)) return undefined;
  // The evaluator is large, and most clients never run a command.
  const { SimulatedAgent } = await import('#server/initdata/simulatedAgent.ts');
  const release = installedRelease(cluster);
  const annotations = pod.metadata.annotations ?? {};
  const agent = new SimulatedAgent({
    release,
    runtimeClass,
    isConfidential: dataOf(cluster, 'osc-feature-gates', 'confidential') === 'true',
    policyAnnotation: annotations[policyAnnotationKey],
    initdataAnnotation: annotations[getInitdataKey(release)],
    clusterInitdata: dataOf(cluster, peerPodsConfigMapName, 'INITDATA'),
  });
  const ids = { container_id: containerId(pod, container), exec_id: cluster.store.newUid() };
  return { decide: (request, input = {}) => agent.decide(request, { ...ids, ...input }) };
}

/** Returns the fields of an ExecProcessRequest. Fields that aren't set get their defaults. */
export function execProcessInput({ pod, command, tty }: GuestProcess): object {
  return {
    process: {
      Terminal: tty,
      User: { UID: 0, GID: 0, AdditionalGids: [], Username: '' },
      Args: command,
      Env: [
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        `HOSTNAME=${pod.metadata.name}`,
        ...(tty ? ['TERM=xterm'] : []),
      ],
      Cwd: '/',
    },
  };
}

function isKata({ store, resources }: ApiServerState, runtimeClass: string): boolean {
  if (runtimeClass === '') return false;
  const object = store.get(resources.need('node.k8s.io', 'runtimeclasses'), undefined, runtimeClass);
  return runtimeClassNamed(runtimeClass) !== undefined || /^kata(?:-|$)/.test(getString(object, 'handler') ?? '');
}

/** Returns the release of the installed operator, or the latest release if none is installed. */
function installedRelease({ store, resources }: ApiServerState): Release {
  const csvs = store.list(resources.need('operators.coreos.com', 'clusterserviceversions'), {
    namespace: operatorNamespace,
  }).items;
  const { startingCsvPrefix: prefix } = documentedSubscription;
  const [version] = csvs.flatMap(({ metadata: { name } }) =>
    name.startsWith(prefix) ? name.slice(prefix.length) : [],
  );
  // Only clusters with OLM v1 have this kind.
  const extensions = store.list(clusterExtensions, {}).items;
  const [installed] = extensions.flatMap((one) => getString(one, 'status', 'install', 'bundle', 'version') ?? []);
  return findRelease(version ?? installed ?? '') ?? newestRelease;
}

function dataOf({ store, resources }: ApiServerState, configMap: string, key: string): string | undefined {
  return getString(store.get(resources.need('', 'configmaps'), operatorNamespace, configMap), 'data', key);
}

/** Returns the ID of a container in the guest: 64 hexadecimal digits. */
function containerId(pod: KubeObject, container: string): string {
  const status = getList(pod, 'status', 'containerStatuses').find((one) => getString(one, 'name') === container);
  const id = /^cri-o:\/\/([\da-f]{64})$/.exec(getString(status, 'containerID') ?? '')?.[1];
  return id ?? hashEventName(`${pod.metadata.uid}/${container}`).repeat(64).slice(0, 64);
}
