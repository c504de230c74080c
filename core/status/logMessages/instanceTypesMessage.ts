/**
 * Detects a pod with an instance type that isn't allowed. Source: domain/08-diagnostics.md;
 * confidential-containers/cloud-api-adaptor util.go.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { defineLogMessage } from './logMessage.ts';

export const instanceTypesMessage = defineLogMessage({
  id: 'log-instance-types',
  title: () => l10n.t`Instance type isn't allowed`,
  likelihood: 80,
  places: ['adaptor'],
  pattern:
    /supported instance types list is empty|requested instance type \("[^"]*"\) is not part of supported instance types/,
  hints: ['supported instance types'],
  about: () => 'cloud-api-adaptor',
  meaning: () => l10n.t`A pod requests an instance type that peer-pods-cm doesn't allow. The pod doesn't start.`,
  todo: () =>
    l10n.t`Add the type to the instance types in peer-pods-cm, or request another type with the machine_type annotation.`,
  docs: creatingPeerPodsConfigMap,
});
