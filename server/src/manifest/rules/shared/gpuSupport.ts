import * as l10n from '@vscode/l10n';

/** Providers for which OSC 1.12 §1.2 doesn't document GPU support, with their titles. */
export const providersWithoutGpu: ReadonlyMap<string, string> = new Map([
  ['aws', 'AWS'],
  ['gcp', 'Google Cloud'],
]);

/** Returns the message about GPUs in peer pods on a provider without documented support. */
export function describeMissingGpuSupport(provider: string): string {
  return l10n.t`The OSC 1.12 documentation lists no support for GPUs in peer pods on ${providersWithoutGpu.get(provider) ?? provider}.`;
}
