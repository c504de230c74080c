/** Checks the settings of peer pods before they are applied. */
import * as l10n from '@vscode/l10n';
import { holdsCredential, keyNamed } from '#core/peerPods/keys/index.ts';
import { providerNamed } from '#core/peerPods/providers.ts';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import type { Release } from '#core/product/releases.ts';

/** Returns the problem in reviewed settings as a sentence, or undefined if there is none. */
export function settingsProblem(settings: Readonly<Record<string, unknown>>, release: Release): string | undefined {
  const provider = settings['CLOUD_PROVIDER'];
  if (typeof provider !== 'string' || providerNamed(provider) === undefined)
    return l10n.t`CLOUD_PROVIDER must be a cloud provider in lowercase: aws, azure, gcp, libvirt, or ibmcloud.`;
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value !== 'string') return l10n.t`${name} must be a string. Enclose its value in quotation marks.`;
    if (holdsCredential(name) && value !== '') return l10n.t`${name} is a credential. Move it to peer-pods-secret.`;
    const key = keyNamed(name, provider);
    const problem = key === undefined ? undefined : validateConfigValue(key, value, release);
    if (problem !== undefined) return problem;
  }
  const missing = (providerNamed(provider)?.operatorConfigKeys ?? []).filter(
    (name) => settings[name] === undefined || settings[name] === '',
  );
  if (missing.length === 0) return undefined;
  const names = missing.join(', ');
  return l10n.t`The operator requires these keys to create the pod VM image, but they have no value: ${names}.`;
}
