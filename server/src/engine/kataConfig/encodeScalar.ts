/** Writes an encoded configuration file into its YAML scalar. */
import type { ScalarNode } from '../yaml/node.ts';
import { parsePlainScalar } from '../yaml/parse/plainScalar.ts';
import type { EmbeddedKataConfig } from './embeddedKataConfig.ts';

/** Returns whether a fix can change a value. A value with an anchor also applies elsewhere. */
export function isEditable({ node, encoding }: EmbeddedKataConfig): boolean {
  return !node.borrowed && node.anchored !== true && (encoding === 'plain' || node.style !== 'block');
}

/** Returns the text that replaces a scalar. A data URL contains no characters that need escapes. */
export function encodeScalar(text: string, source: string, node: ScalarNode): string {
  const quote = node.style === 'quoted' ? (source[node.start] ?? '"') : '';
  const needsQuotes = quote === '' && (/[\s#]|: |["']/.test(text) || typeof parsePlainScalar(text) !== 'string');
  return needsQuotes ? JSON.stringify(text) : `${quote}${text}${quote}`;
}
