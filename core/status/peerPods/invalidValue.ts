/** Finds values in peer-pods-cm that can't work, as the rules for the file do. */
import { keyNamed } from '#core/peerPods/keys/index.ts';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import { newestRelease } from '#core/product/releases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Explanation } from '../explanation.ts';
import type { PeerPodsConfig } from './peerPodsConfig.ts';

const numberTypes: ReadonlySet<string> = new Set(['integer', 'port']);

/**
 * Returns the first value that can't work at any cloud provider: a placeholder from the documentation, or text instead
 * of a number. Other values depend on the cloud provider.
 */
export function findInvalidValue({
  provider,
  data,
}: PeerPodsConfig): Pick<Explanation, 'headline' | 'meaning'> | undefined {
  for (const [name, value] of Object.entries(data)) {
    // The limit is a part of its own.
    if (name === 'PEERPODS_LIMIT_PER_NODE') continue;
    const key = keyNamed(name, provider);
    const isCertain = key !== undefined && (numberTypes.has(key.type) || /^<[A-Za-z][^<>]*>$/.test(value.trim()));
    const problem = isCertain ? validateConfigValue(key, value, newestRelease) : undefined;
    if (problem !== undefined)
      return { headline: `${name}: ${sanitizeLine(value, 60)}`, meaning: sanitizeLine(problem) };
  }
  return undefined;
}
