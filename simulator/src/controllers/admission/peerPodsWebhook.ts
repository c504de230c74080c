/**
 * Simulates the peer pods webhook. A pod with the runtime class kata-remote runs in its own VM, so the webhook converts
 * its resources to the VM size. Sources: openshift/cloud-api-adaptor@067d2068
 * src/webhook/pkg/mutating_webhook/remove-resourcespec.go; core/peerPods/instanceSelection.ts;
 * core/product/namespaces.ts.
 */
import { peerPodsWebhookInfo as known, webhookExcludedNamespaces } from '#core/product/namespaces.ts';
import { withResources, type ContainerResources, type ResourceAmounts } from '#core/peerPods/instanceSelection.ts';
import { toNumber, parseQuantity } from '#core/common/quantity.ts';
import { isJsonObject, getList, getMap, getString, type ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Controller } from '../framework/controller.ts';
import { mutatingWebhooks, pods } from '../framework/resourceNames.ts';
import { unanswered, webhookNamed } from './webhooks.ts';

const prefix = 'io.katacontainers.config.hypervisor.';

/** The webhook mwebhook.peerpods.io. */
export const peerPodsWebhook: Controller = {
  name: 'peer-pods webhook',
  start: () => () => undefined,
  admission:
    ({ client }) =>
    ({ operation, resource, subresource, object, namespace }) => {
      if (
        operation !== 'CREATE' ||
        resource.plural !== pods.plural ||
        resource.group !== '' ||
        subresource !== undefined
      )
        return succeed(object);
      if (webhookExcludedNamespaces.has(namespace ?? '')) return succeed(object);
      const webhook = webhookNamed(client, mutatingWebhooks, known.name);
      if (webhook === undefined) return succeed(object);
      const silence = unanswered(client, webhook, 'answers');
      if (silence !== undefined) return fail(silence);
      return succeed(getString(object, 'spec', 'runtimeClassName') === known.runtimeClass ? remotePod(object) : object);
    },
};

/** Returns the pod as the webhook changes it. */
export function remotePod(pod: ObjectToWrite): ObjectToWrite {
  const containers = getList(pod, 'spec', 'containers').filter(isJsonObject);
  const { defaultVcpus, defaultMemory, defaultGpus } = withResources({}, containers.map(resourcesOf));
  const annotations = {
    ...pod.metadata.annotations,
    ...(defaultVcpus === undefined ? {} : { [`${prefix}default_vcpus`]: defaultVcpus }),
    ...(defaultMemory === undefined ? {} : { [`${prefix}default_memory`]: defaultMemory }),
    ...(defaultGpus === undefined ? {} : { [`${prefix}default_gpus`]: defaultGpus }),
  };
  const slot = { [known.extendedResource]: '1' };
  return {
    ...pod,
    metadata: { ...pod.metadata, annotations },
    spec: {
      ...getMap(pod, 'spec'),
      containers: containers.map((container, index) => ({
        ...container,
        resources: index === 0 ? { limits: slot, requests: slot } : {},
      })),
    },
  };
}

function resourcesOf(container: object): ContainerResources {
  return {
    requests: amountsOf(getMap(container, 'resources', 'requests')),
    limits: amountsOf(getMap(container, 'resources', 'limits')),
  };
}

function amountsOf(amounts: object): ResourceAmounts {
  const cpu = amount(amounts, 'cpu');
  const memory = amount(amounts, 'memory');
  const gpus = amount(amounts, 'nvidia.com/gpu');
  return {
    ...(cpu === undefined ? {} : { cpu }),
    ...(memory === undefined ? {} : { memoryMiB: memory / 1024 ** 2 }),
    ...(gpus === undefined ? {} : { gpus }),
  };
}

function amount(amounts: object, name: string): number | undefined {
  const value: unknown = getMap({ amounts }, 'amounts')[name];
  const quantity = typeof value === 'string' || typeof value === 'number' ? parseQuantity(String(value)) : undefined;
  return quantity === undefined ? undefined : toNumber(quantity);
}
