/** domain/01-kataconfig.md 1.2 (checkNodeEligibility). */
import * as l10n from '@vscode/l10n';
import { nodeEligibility } from '#core/product/docSections.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { defineLogMessage } from './logMessage.ts';

export const noEligibleNodeMessage = defineLogMessage({
  id: 'log-no-eligible-node',
  title: () => l10n.t`The operator found no eligible node`,
  likelihood: 75,
  places: ['operator'],
  pattern: /No Nodes with required labels found\. Is NFD running/,
  hints: ['No Nodes with required labels'],
  about: () => l10n.t`Operator`,
  meaning: () => l10n.t`checkNodeEligibility is on, and no node has the label of Node Feature Discovery.`,
  todo: () =>
    l10n.t`See that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there and well, or set checkNodeEligibility to false.`,
  docs: nodeEligibility,
  when: (snapshot) =>
    indexSnapshot(snapshot).kataConfig?.checkNodeEligibility === true &&
    indexSnapshot(snapshot).kataConfig?.nodeCount === 0,
});
