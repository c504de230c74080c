/**
 * Simulates the operator webhook that allows only one KataConfig. The webhook is called only for new KataConfigs, and
 * none can be created until the webhook runs.
 * Source: openshift/sandboxed-containers-operator@d0632e58 api/v1/kataconfig_webhook.go.
 */
import { fail, succeed } from '#core/common/result.ts';
import type { Controller } from '../framework/controller.ts';
import { kataConfigs, validatingWebhooks } from '../framework/resourceNames.ts';
import { webhookName } from '../olm/bundle.ts';
import { denied, unanswered, webhookNamed } from './webhooks.ts';

/** The webhook vkataconfig.kb.io. */
export const kataConfigWebhook: Controller = {
  name: 'KataConfig webhook',
  start: () => () => undefined,
  admission:
    ({ client, behaviour }) =>
    (request) => {
      const { operation, resource, object } = request;
      if (operation !== 'CREATE' || resource.plural !== kataConfigs.plural || resource.group !== kataConfigs.group)
        return succeed(object);
      const webhook = webhookNamed(client, validatingWebhooks, webhookName);
      if (webhook === undefined) return succeed(object);
      const silence = unanswered(client, webhook, behaviour.webhook);
      if (silence !== undefined) return fail(silence);
      if (client.list(kataConfigs).length === 0) return succeed(object);
      return fail(denied(request, webhookName, 'A KataConfig instance already exists, refusing to create a duplicate'));
    },
};
