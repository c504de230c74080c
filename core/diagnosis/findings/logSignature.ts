/** domain/08-diagnostics.md, reported symptoms (openshift-dpf#400). */
import { defineLogDiagnosis } from '../logDiagnosis.ts';

export const logSignature = defineLogDiagnosis({
  id: 'log-signature-required',
  title: 'An image without a signature was refused',
  likelihood: 80,
  places: ['crio', 'kubelet', 'machineConfig'],
  pattern: /A signature was required, but no signature exists/,
  hints: ['A signature was required'],
  about: 'Nodes',
  meaning: 'A policy of the cluster demands a signature, and the image has none: it is not pulled.',
  todo: 'See the ClusterImagePolicy and ImagePolicy of the cluster for the registry that the line names.',
});
