/**
 * Detects that an unsigned image was rejected. Source: domain/08-diagnostics.md, reported symptoms (openshift-dpf#400).
 */
import * as l10n from '@vscode/l10n';
import { defineLogMessage } from './logMessage.ts';

export const signatureMessage = defineLogMessage({
  id: 'log-signature-required',
  title: () => l10n.t`An unsigned image was rejected`,
  likelihood: 80,
  places: ['crio', 'kubelet', 'machineConfig', 'installer'],
  pattern: /A signature was required, but no signature exists/,
  hints: ['A signature was required'],
  about: { kind: 'nodes' },
  meaning: () => l10n.t`A cluster policy requires a signature, but the image isn't signed. The image can't be pulled.`,
  todo: () => l10n.t`Check the ClusterImagePolicy and ImagePolicy resources for the registry named in the log line.`,
});
