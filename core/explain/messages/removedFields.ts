/**
 * Explains fields of a KataConfig that only OSC 1.3 and earlier had. Scripts and error messages still name them. Source:
 * domain/01-kataconfig.md 1.2, 1.3; opendatahub-io/opendatahub-tests issue 2217.
 */
import * as l10n from '@vscode/l10n';
import { removedKataConfigFields } from '../../kinds/removedKataConfigFields.ts';
import { creatingKataConfig, statusMessages } from '../../product/docSections.ts';
import type { KnownMessage } from './knownMessage.ts';

const fieldTitle = (name: string) => l10n.t`The field ${name} no longer exists`;
const removeIt = () => l10n.t('Remove the field from the KataConfig: `oc edit kataconfig`.');

export const removedFieldMessages: readonly KnownMessage[] = [
  {
    pattern: /\bkataMonitorImage\b/,
    title: () => fieldTitle('kataMonitorImage'),
    meaning: () => removedKataConfigFields['spec.kataMonitorImage']?.() ?? '',
    todo: removeIt,
    docs: creatingKataConfig,
  },
  {
    pattern: /\bconfig\.sourceImage\b/,
    title: () => fieldTitle('config.sourceImage'),
    meaning: () => removedKataConfigFields['spec.config']?.() ?? '',
    todo: removeIt,
    docs: creatingKataConfig,
  },
  {
    pattern: /\b(?:installationStatus|unInstallationStatus|upgradeStatus)\b/,
    isGeneral: true,
    title: ([name]) => fieldTitle(name),
    meaning: () => l10n.t`Used in OSC 1.3 and earlier. Later releases use the InProgress condition and kataNodes.`,
    todo: () => l10n.t('Read the status from the condition: `oc get kataconfig -o yaml`.'),
    docs: statusMessages,
  },
];
