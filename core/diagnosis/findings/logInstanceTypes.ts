/** domain/08-diagnostics.md; confidential-containers/cloud-api-adaptor util.go. */
import { creatingPeerPodsConfigMap } from '../../docSections.ts';
import { defineLogDiagnosis } from '../logDiagnosis.ts';

export const logInstanceTypes = defineLogDiagnosis({
  id: 'log-instance-types',
  title: 'An instance type was asked for that is not allowed',
  likelihood: 80,
  places: ['adaptor'],
  pattern: /supported instance types list is empty|requested instance type \("[^"]*"\) is not part of supported instance types/,
  hints: ['supported instance types'],
  about: 'cloud-api-adaptor',
  meaning: 'A pod asks for an instance type that peer-pods-cm does not allow: it does not start.',
  todo: 'Add the type to the list of instance types in peer-pods-cm, or ask for another by the annotation machine_type.',
  docs: creatingPeerPodsConfigMap,
});
