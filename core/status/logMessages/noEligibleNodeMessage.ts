/** Detects that no node is eligible. Source: domain/01-kataconfig.md 1.2 (checkNodeEligibility). */
import * as l10n from '@vscode/l10n';
import { nodeEligibility } from '#core/product/docSections.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { defineLogMessage } from './logMessage.ts';

export const noEligibleNodeMessage = defineLogMessage({
  id: 'log-no-eligible-node',
  title: () => l10n.t`The operator found no eligible nodes`,
  likelihood: 75,
  follows: ['nfd-rule-ineffective'],
  places: ['operator'],
  pattern: /[Nn]o Nodes with required labels found\. Is NFD running/,
  hints: ['o Nodes with required labels'],
  about: () => l10n.t`Operator`,
  meaning: () => l10n.t`checkNodeEligibility is true, but no node has the label that marks nodes as eligible for Kata.`,
  todo: () =>
    l10n.t`Make sure that the Node Feature Discovery Operator and a NodeFeatureDiscovery resource exist and are healthy, or set checkNodeEligibility to false.`,
  docs: nodeEligibility,
  when: (snapshot) =>
    indexSnapshot(snapshot).kataConfig?.checkNodeEligibility === true &&
    indexSnapshot(snapshot).kataConfig?.nodeCount === 0,
});
