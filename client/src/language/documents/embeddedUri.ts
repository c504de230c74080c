/**
 * Creates and parses the URIs of policies and initdata that are embedded in files:
 * `osc-packed:/pod.yaml/metadata.annotations.io…policy/policy.rego?{...}`. The path is for display and ends in a name
 * from which VS Code detects the language. The query contains the actual location.
 */
import type { EmbeddedPosition } from '#server/protocol/protocol.ts';
import { embeddedScheme } from './schemes.ts';

/** Location of an embedded document. */
export interface EmbeddedLocation {
  /** URI of the file that contains the embedded document. */
  readonly source: string;
  readonly place: EmbeddedPosition;
}

/** The parts of a URI that this module uses. */
interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

const maxSegment = 80;

/**
 * Returns the URI of an embedded document.
 * @param sourcePath path of the file that contains it, used for the display name
 * @param fileName path that the server assigns to a configuration file of Kata
 */
export function packedUri(
  { source, place }: EmbeddedLocation,
  sourcePath: string,
  language: 'rego' | 'toml',
  fileName?: string,
): UriParts {
  const file = segment(sourcePath.slice(sourcePath.lastIndexOf('/') + 1));
  const where = segment(place.path.join('.'));
  const document = place.document === 0 ? '' : `#${place.document + 1}`;
  const name = fileName ?? (language === 'rego' ? 'policy.rego' : 'initdata.toml');
  return {
    scheme: embeddedScheme,
    path: `/${file}${document}/${where}/${name}`,
    query: JSON.stringify({ source, document: place.document, path: place.path }),
  };
}

/** Returns a path segment of limited length. Keeps the end of the text because it is the most specific part. */
function segment(text: string): string {
  const plain = text.replaceAll(/[/\\]/g, '∕');
  return plain.length > maxSegment ? `…${plain.slice(-maxSegment)}` : plain || '-';
}

/**
 * Returns the location that a URI identifies. Returns undefined if the URI is invalid, because any extension or user
 * can create such a URI.
 */
export function parseEmbeddedUri({ scheme, query }: Pick<UriParts, 'scheme' | 'query'>): EmbeddedLocation | undefined {
  if (scheme !== embeddedScheme) return undefined;
  try {
    const { source, document, path } = Object(JSON.parse(query)) as Record<string, unknown>;
    const place = parseEmbeddedPosition({ document, path });
    return typeof source === 'string' && place !== undefined ? { source, place } : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a location from a CodeLens argument. Returns undefined if it is invalid. */
export function parseEmbeddedPosition(value: unknown): EmbeddedPosition | undefined {
  const { document, path } = Object(value) as Record<string, unknown>;
  if (typeof document !== 'number' || !Number.isSafeInteger(document) || document < 0 || !Array.isArray(path))
    return undefined;
  const steps = path.filter((step) => typeof step === 'string' || typeof step === 'number');
  return steps.length === path.length ? { document, path: steps } : undefined;
}
