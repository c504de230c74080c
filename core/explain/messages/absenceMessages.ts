/**
 * Defines output for objects that don't exist. Includes output that the documentation shows but `oc` never prints.
 * Sources: OSC 1.12 §4.2, §5.2, §5.4; kubernetes/apimachinery pkg/api/errors (NewNotFound).
 */
import * as l10n from '@vscode/l10n';
import { deletingCrd, removingKataConfig } from '../../product/docSections.ts';
import { joinSentences } from '../../text/grammar.ts';
import type { KnownMessage } from './knownMessage.ts';

const kataConfigGone = () =>
  l10n.t`The KataConfig doesn't exist. This is expected after an uninstall, which removes Kata from all nodes.`;
const crdGone = () =>
  l10n.t`The KataConfig CRD doesn't exist. This is expected after the operator and its CRD are deleted.`;
const printed = (output: string): string =>
  l10n.t`The documentation shows this message, but the actual oc output is: ${output}`;
const checkNodes = () => l10n.t('Check that no node has the role kata-oc: `oc get nodes`.');
const checkCrd = () => l10n.t('Check that no CRD remains: `oc get crd kataconfigs.kataconfiguration.openshift.io`.');

export const absenceMessages: readonly KnownMessage[] = [
  {
    pattern: /No (?:KataConfig|[a-z0-9][a-z0-9.-]{0,200}) instances exist/,
    health: 'ok',
    title: () => l10n.t`The KataConfig is deleted`,
    meaning: () =>
      joinSentences(
        kataConfigGone(),
        printed(
          'Error from server (NotFound): kataconfigs.kataconfiguration.openshift.io "example-kataconfig" not found',
        ),
      ),
    todo: checkNodes,
    docs: removingKataConfig,
  },
  {
    pattern: /Unknown (?:CRD kataconfigs\.kataconfiguration\.openshift\.io|CR KataConfig)/i,
    health: 'ok',
    title: () => l10n.t`The KataConfig CRD is deleted`,
    meaning: () => joinSentences(crdGone(), printed(`error: the server doesn't have a resource type "kataconfig"`)),
    todo: checkCrd,
    docs: deletingCrd,
  },
  {
    pattern:
      /\(NotFound\): customresourcedefinitions\.apiextensions\.k8s\.io "kataconfigs\.kataconfiguration\.openshift\.io" not found/,
    health: 'ok',
    title: () => l10n.t`The KataConfig CRD is deleted`,
    meaning: crdGone,
    todo: checkCrd,
    docs: deletingCrd,
  },
  {
    pattern: /\(NotFound\): kataconfigs\.kataconfiguration\.openshift\.io "[^"\n]{1,253}" not found/,
    health: 'ok',
    title: () => l10n.t`The KataConfig is deleted`,
    meaning: kataConfigGone,
    todo: checkNodes,
    docs: removingKataConfig,
  },
];
