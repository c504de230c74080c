/**
 * The URIs of what is packed in files: `osc-packed:/pod.yaml/metadata.annotations.io…policy/policy.rego?{...}`.
 * The path is for people and ends in a name that VS Code knows the language of; the query says where it really is.
 */
import type { EmbeddedPosition } from '#server/protocol/protocol.ts';
import { embeddedScheme } from './schemes.ts';

/** Where something is packed. */
export interface EmbeddedLocation {
  /** The URI of the file that it is packed in. */
  readonly source: string;
  readonly place: EmbeddedPosition;
}

/** The parts of a URI that count here. */
interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

const maxSegment = 80;

/** The URI of what is packed there. @param sourcePath of the file that it is packed in, for its name */
export function packedUri(
  { source, place }: EmbeddedLocation,
  sourcePath: string,
  language: 'rego' | 'toml',
): UriParts {
  const file = segment(sourcePath.slice(sourcePath.lastIndexOf('/') + 1));
  const where = segment(place.path.join('.'));
  const document = place.document === 0 ? '' : `#${place.document + 1}`;
  const name = language === 'rego' ? 'policy.rego' : 'initdata.toml';
  return {
    scheme: embeddedScheme,
    path: `/${file}${document}/${where}/${name}`,
    query: JSON.stringify({ source, document: place.document, path: place.path }),
  };
}

/** A name that is one segment of a path, and not too long to be shown: its end says most. */
function segment(text: string): string {
  const plain = text.replaceAll(/[/\\]/g, '∕');
  return plain.length > maxSegment ? `…${plain.slice(-maxSegment)}` : plain || '-';
}

/** Where it is packed; undefined when the URI is no such one. Anybody may write a URI. */
export function parseEmbeddedUri({ scheme, query }: Pick<UriParts, 'scheme' | 'query'>): EmbeddedLocation | undefined {
  if (scheme !== embeddedScheme) return undefined;
  try {
    const { source, document, path } = Object(JSON.parse(query)) as Record<string, unknown>;
    const place = packedPlace({ document, path });
    return typeof source === 'string' && place !== undefined ? { source, place } : undefined;
  } catch {
    return undefined;
  }
}

/** A place as a code lens hands it over; undefined when it is none. */
export function packedPlace(value: unknown): EmbeddedPosition | undefined {
  const { document, path } = Object(value) as Record<string, unknown>;
  if (typeof document !== 'number' || !Number.isSafeInteger(document) || document < 0 || !Array.isArray(path))
    return undefined;
  const steps = path.filter((step) => typeof step === 'string' || typeof step === 'number');
  return steps.length === path.length ? { document, path: steps } : undefined;
}
