/** Checks the digest of a container image reference. */
import * as l10n from '@vscode/l10n';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/**
 * Length of the digests that registries use, in hexadecimal digits. Source: opencontainers/image-spec descriptor.md.
 */
const lengths: Readonly<Record<string, number>> = { sha256: 64, sha512: 128 };

/** Describes the problem with the digest of an image. Returns undefined if it's valid or there is none. */
export function digestProblem(image: string): string | undefined {
  const [, algorithm, digits] = /@([^:@/]*):([^:@/]*)$/.exec(image) ?? [];
  if (algorithm === undefined || digits === undefined) return undefined;
  const length = Object.hasOwn(lengths, algorithm) ? lengths[algorithm] : undefined;
  if (length === undefined) return l10n.t`Unknown digest algorithm "${sanitizeQuote(algorithm, 20)}" in the image.`;
  if (/^[0-9a-f]+$/.test(digits) && digits.length === length) return undefined;
  return l10n.t`The image digest must have ${length} lowercase hexadecimal digits after ${algorithm}.`;
}

/**
 * Returns the image with the digest algorithm that matches the length of the digest, as a list with one item. Returns
 * an empty list if no algorithm matches.
 */
export function repairDigest(image: string): readonly string[] {
  return Object.keys(lengths)
    .map((algorithm) => image.replace(/@[^:@/]*:(?=[^:@/]*$)/, `@${algorithm}:`))
    .filter((right) => right !== image && digestProblem(right) === undefined);
}
