/** domain/01-kataconfig.md 1.2 (checkNodeEligibility). */
import { nodeEligibility } from '../../docSections.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { defineLogDiagnosis } from '../logDiagnosis.ts';

export const logNoEligibleNode = defineLogDiagnosis({
  id: 'log-no-eligible-node',
  title: 'The operator found no eligible node',
  likelihood: 75,
  places: ['operator'],
  pattern: /No Nodes with required labels found\. Is NFD running/,
  hints: ['No Nodes with required labels'],
  about: 'Operator',
  meaning: 'checkNodeEligibility is on, and no node has the label of Node Feature Discovery.',
  todo: 'See that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there and well, or set checkNodeEligibility to false.',
  docs: nodeEligibility,
  when: (snapshot) => surroundingsOf(snapshot).kataConfig?.checkNodeEligibility === true && surroundingsOf(snapshot).kataConfig?.nodeCount === 0,
});
