/** domain/08-diagnostics.md, reported symptoms (openshift-dpf#400). */
import * as l10n from '@vscode/l10n';
import { defineLogMessage } from './logMessage.ts';

export const signatureMessage = defineLogMessage({
  id: 'log-signature-required',
  title: () => l10n.t`An image without a signature was refused`,
  likelihood: 80,
  places: ['crio', 'kubelet', 'machineConfig'],
  pattern: /A signature was required, but no signature exists/,
  hints: ['A signature was required'],
  about: { kind: 'nodes' },
  meaning: () => l10n.t`A policy of the cluster demands a signature, and the image has none: it is not pulled.`,
  todo: () => l10n.t`See the ClusterImagePolicy and ImagePolicy of the cluster for the registry that the line names.`,
});
