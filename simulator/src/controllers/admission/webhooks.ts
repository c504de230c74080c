/** Shared functions for webhooks: finding the Service, and the errors if it doesn't respond. */
import { forbidden, internalError, type ApiError } from '#simulator/store/apiError.ts';
import { getList, getString } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { AdmissionRequest } from '#simulator/store/resourceType.ts';
import type { WebhookOutcome } from '../framework/behaviour.ts';
import type { Client } from '../framework/client.ts';
import { isServed } from '../workloads/endpoints.ts';

/** The address of a webhook. */
export interface WebhookAddress {
  /** Name, such as `vkataconfig.kb.io`. */
  readonly name: string;
  readonly service: string;
  readonly namespace: string;
  readonly path: string;
  readonly timeoutSeconds: number;
}

/** Returns the webhook with the given name, if a webhook configuration contains it. */
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
 * Returns the error if the Service has no endpoints or the webhook doesn't respond. With the failure policy Fail, the
 * API server then rejects the request.
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

/** Error messages of the Go network library. */
const failures: Readonly<Record<WebhookOutcome, string | undefined>> = {
  answers: undefined,
  timesOut: 'context deadline exceeded',
  refusesConnections: 'dial tcp 172.30.118.7:443: connect: connection refused',
};

/** Returns the error for a request that the webhook denies. */
export function denied({ resource, name }: AdmissionRequest, webhook: string, why: string): ApiError {
  return {
    ...forbidden(resource, name, why),
    message: `admission webhook ${JSON.stringify(webhook)} denied the request: ${why}`,
  };
}
