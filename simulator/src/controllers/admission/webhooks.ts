/** What all webhooks have in common: whom the API asks, and what it says when nobody answers. */
import { forbidden, internalError, type ApiError } from '#simulator/store/apiError.ts';
import { getList, getString } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { AdmissionRequest } from '#simulator/store/resourceType.ts';
import type { WebhookOutcome } from '../framework/behaviour.ts';
import type { Client } from '../framework/client.ts';
import { isServed } from '../workloads/endpoints.ts';

/** Where a webhook is. */
export interface WebhookAddress {
  /** `vkataconfig.kb.io` */
  readonly name: string;
  readonly service: string;
  readonly namespace: string;
  readonly path: string;
  readonly timeoutSeconds: number;
}

/** The webhook of this name, if one of the configurations has it. */
export function webhookNamed(client: Client, configurations: ResourceName, name: string): WebhookAddress | undefined {
  for (const configuration of client.list(configurations)) {
    const webhook = getList(configuration, 'webhooks').find((each) => getString(each, 'name') === name);
    const service = getString(webhook, 'clientConfig', 'service', 'name');
    const namespace = getString(webhook, 'clientConfig', 'service', 'namespace');
    const path = getString(webhook, 'clientConfig', 'service', 'path');
    if (service !== undefined && namespace !== undefined && path !== undefined)
      return { name, service, namespace, path, timeoutSeconds: 10 };
  }
  return undefined;
}

/**
 * Why there is no answer: nobody is behind its Service, or who is does not answer. With failurePolicy Fail that refuses
 * the request.
 */
export function unanswered(
  client: Client,
  { name, service, namespace, path, timeoutSeconds }: WebhookAddress,
  outcome: WebhookOutcome,
): ApiError | undefined {
  const why = isServed(client, service, namespace)
    ? failures[outcome]
    : `no endpoints available for service ${JSON.stringify(service)}`;
  if (why === undefined) return undefined;
  const url = `https://${service}.${namespace}.svc:443${path}?timeout=${timeoutSeconds}s`;
  return internalError(
    `failed calling webhook ${JSON.stringify(name)}: failed to call webhook: Post ${JSON.stringify(url)}: ${why}`,
  );
}

/** The words of Go's network library. */
const failures: Readonly<Record<WebhookOutcome, string | undefined>> = {
  answers: undefined,
  timesOut: 'context deadline exceeded',
  refusesConnections: 'dial tcp 172.30.118.7:443: connect: connection refused',
};

/** It says no. */
export function denied({ resource, name }: AdmissionRequest, webhook: string, why: string): ApiError {
  return {
    ...forbidden(resource, name, why),
    message: `admission webhook ${JSON.stringify(webhook)} denied the request: ${why}`,
  };
}
