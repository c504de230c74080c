/**
 * Checks whether the value of a misspelled key would be valid for the key that is probably meant. Only then is the key
 * renamed automatically, because a rename must not create a finding about the value.
 */
import { peerPodsSecretName } from '#core/product/namespaces.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { layeredImageConfigMapName } from '#core/peerPods/featureGates.ts';
import { findPodVmImageProvider, listPodVmImageKeys } from '#core/peerPods/keys/podVmImageKeys.ts';
import { secretKeyNamed, sshKeySecretName } from '#core/peerPods/keys/secretKeys.ts';
import { documentedProviders } from '#core/peerPods/providers.ts';
import { bytes } from '#platform/bytes.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { judgeLayeredImage } from '../podVmImage/layeredImageValue.ts';
import { fitsKey, withoutSmartQuotes } from '../shared/pastedValue.ts';
import { hidesText, isBase64, isTextInDisguise } from './base64.ts';

/** A mapping with the data of a ConfigMap or Secret. */
export type DataSection = 'data' | 'stringData';

/** A value with the key that is probably meant. */
interface MeantValue {
  readonly name: string;
  readonly text: string;
  readonly section: DataSection;
}

/** Returns whether a value is valid for a key of this object. Returns false if that's uncertain. */
export function fitsMeantKey(manifest: Manifest, value: MeantValue): boolean {
  const { id } = manifest.kind;
  const { name, text } = value;
  if (id === peerPodsSecretName || id === sshKeySecretName) return fitsSecret(manifest, value);
  if (text.trim() !== text || withoutSmartQuotes(text) !== undefined) return false;
  if (id === layeredImageConfigMapName) return text !== '' && judgeLayeredImage(name, text) === undefined;
  const key = listPodVmImageKeys(findPodVmImageProvider(id) ?? '').find((candidate) => candidate.name === name);
  return key !== undefined && fitsImageKey(key, text);
}

function fitsImageKey(key: ConfigKey, text: string): boolean {
  if (key.type === 'base64') return text !== '' && isBase64(text);
  return key.type === 'string' && key.pattern === undefined ? true : fitsKey(key, text);
}

/** Maximum length of a value to check, in characters. */
const maxLength = 100_000;

function fitsSecret(manifest: Manifest, { name, text, section }: MeantValue): boolean {
  if (text === '' || text.length > maxLength) return false;
  // Values in a kustomization are plain text, which kustomize encodes.
  const isEncoded = section === 'data' && manifest.part !== 'generator';
  if (isEncoded && (!isBase64(text) || isTextInDisguise(name, text))) return false;
  if (!isEncoded && hidesText(text, secretKeyNamed(name))) return false;
  const plain = isEncoded ? new TextDecoder().decode(bytes.fromBase64(text.replaceAll(/[\r\n]/g, ''))) : text;
  if (name === 'CLOUD_PROVIDER') return documentedProviders.some((provider) => provider === plain);
  if (name === 'id_rsa') return /^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(plain);
  if (name === 'id_rsa.pub') return /^ssh-[a-z\d]+ [A-Za-z\d+/]/.test(plain);
  // A value with several lines, such as a certificate, can end in a line break.
  return plain.includes('\n') ? /\n./.test(plain) : plain.trim() === plain;
}
