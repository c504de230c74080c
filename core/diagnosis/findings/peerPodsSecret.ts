/** Only whether it is there is looked at. Source: domain/02-peer-pods.md 2.7. */
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const peerPodsSecret = definePartDiagnosis({
  id: 'peer-pods-secret',
  title: 'The credentials of peer pods are missing',
  likelihood: 90,
  part: 'peerPodsSecret',
  from: 'peerPods',
  object: () => undefined,
  lines: /^$/,
});
