import assert from 'node:assert/strict';
import { parseManifests } from '#client/operations/manifests/parseManifests.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';

/**
 * Returns the objects of valid manifests.
 * @throws if the text is invalid
 */
export const parseValidManifests = (text: string): readonly KubernetesManifest[] => {
  const read = parseManifests(text);
  return read.ok ? read.value : assert.fail(read.error);
};
