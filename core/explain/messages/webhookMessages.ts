/**
 * Defines messages of the operator about its webhooks, feature gates, and NetworkPolicies that no known release
 * contains. Sources: openshift/sandboxed-containers-operator#1058 and @1f12f9ec controllers/pod_mutator.go (pod
 * webhook, open); #2630 and @f6f07c11 controllers/pp_initdata_webhook.go (initdata webhook, open); #2821 and @05d1578c
 * controllers/networkpolicy.go (NetworkPolicies, open); @00b58ece controllers/fg_handler.go and
 * controllers/peerpods.go.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap, creatingKataConfig } from '../../product/docSections.ts';
import { operatorNamespace } from '../../product/namespaces.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { joinSentences } from '../../text/grammar.ts';
import type { KnownMessage } from './knownMessage.ts';

const noAction = () =>
  l10n.t({ message: 'No action required.', args: [], comment: ['The answer to what the user must do: nothing.'] });
const unreleased = () => l10n.t`No known OSC release contains it.`;
const listWebhooks = () => l10n.t('List the webhooks: `oc get mutatingwebhookconfigurations`.');
const listOperatorPods = () => l10n.t('To find the cause, run `oc get pods -n {0}`.', operatorNamespace);

export const webhookMessages: readonly KnownMessage[] = [
  {
    pattern: /failed calling webhook "mpods\.kb\.io"/,
    health: 'failed',
    title: () => l10n.t`The operator's pod webhook doesn't respond`,
    meaning: () =>
      joinSentences(
        l10n.t`The webhook sets the memory overhead annotation of Kata pods.`,
        unreleased(),
        l10n.t`The API server rejects each new pod until the webhook responds.`,
      ),
    todo: listOperatorPods,
    docs: creatingKataConfig,
  },
  {
    pattern: /failed calling webhook "mpeerpod-initdata\.kb\.io"/,
    title: () => l10n.t`The operator's initdata webhook doesn't respond`,
    meaning: () =>
      joinSentences(
        l10n.t`The webhook adds initdata to peer pods that aren't confidential.`,
        unreleased(),
        l10n.t`The API server creates the pods without this initdata.`,
      ),
    todo: listOperatorPods,
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern:
      /failed to get CA bundle, skipping webhook configuration creation|no CA bundle found in secret controller-manager-service-cert|failed to create MutatingWebhookConfiguration/,
    title: () => l10n.t`The operator can't create its initdata webhook`,
    meaning: () =>
      joinSentences(
        l10n.t`The webhook adds initdata to peer pods that aren't confidential.`,
        unreleased(),
        l10n.t`The webhook requires the certificate in the Secret controller-manager-service-cert.`,
      ),
    todo: () =>
      l10n.t('Check the Secret: `{0}`.', `oc get secret controller-manager-service-cert -n ${operatorNamespace}`),
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern: /MutatingWebhookConfiguration created for peerpod initdata injection|injected memory overhead annotation/,
    health: 'ok',
    title: () => l10n.t`A webhook of the operator is working`,
    meaning: () => joinSentences(l10n.t`The webhook changes pods when they are created.`, unreleased()),
    todo: listWebhooks,
    docs: creatingKataConfig,
  },
  {
    pattern:
      /Couldn't parse (\w{1,40})(?: status| from ConfigMap), using default value|failed to get memory overhead from ConfigMap/,
    title: (match) => l10n.t`The operator uses the default of ${sanitizeLine(match[1] ?? 'memoryOverheadMB', 40)}`,
    meaning: () => l10n.t`The operator can't read the value in osc-feature-gates, so it uses the default.`,
    todo: () => l10n.t('Correct the value: `{0}`.', `oc edit configmap osc-feature-gates -n ${operatorNamespace}`),
    docs: creatingKataConfig,
  },
  {
    pattern: /peer pod configmap peer-pods-cm missing/,
    title: () => l10n.t`peer-pods-cm is missing`,
    meaning: () => l10n.t`Peer pods are enabled, but the ConfigMap with their settings doesn't exist.`,
    todo: () => l10n.t('Create the ConfigMap, and check it: `{0}`.', `oc get configmap -n ${operatorNamespace}`),
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern:
      /\b((?:kata-monitor|peer-pods-webhook|kata-(?:un)?install|podvm-image-(?:creation|deletion))-(?:deny-all|allow-(?:metrics-ingress|webhook-ingress|dns-egress|apiserver-egress|egress)))\b/,
    health: 'ok',
    title: (match) => l10n.t`NetworkPolicy ${match[1] ?? ''}`,
    meaning: () =>
      joinSentences(
        l10n.t`The operator uses the NetworkPolicy to limit the connections of its own pods.`,
        unreleased(),
      ),
    todo: noAction,
    docs: creatingPeerPodsConfigMap,
  },
];
