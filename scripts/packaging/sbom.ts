/**
 * Creates the bill of materials of the package: CycloneDX 1.6 in JSON. Lists what the bundles contain, but not build
 * tools.
 */
import { getString } from '#core/common/json.ts';
import type { Bundled } from './bundledPackages.ts';

export interface SbomInput {
  readonly manifest: unknown;
  readonly bundled: readonly Bundled[];
  /** SHA-256 of the .vsix, in hexadecimal. */
  readonly sha256: string;
  readonly at: Date;
}

/**
 * Returns the document. Fields are defined in https://cyclonedx.org/docs/1.6/json. The same package always has the same
 * serial number. `dependencies` lists the contents of the package. Dependencies between packages are lost in bundling.
 */
export function sbomOf({ manifest, bundled, sha256, at }: SbomInput) {
  const [name, publisher, version] = [
    getString(manifest, 'name') ?? '',
    getString(manifest, 'publisher') ?? '',
    getString(manifest, 'version') ?? '',
  ];
  const ref = `${publisher}.${name}@${version}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(sha256)}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': ref,
        publisher,
        name,
        version,
        description: getString(manifest, 'description') ?? '',
        hashes: [{ alg: 'SHA-256', content: sha256 }],
        licenses: [{ license: { id: getString(manifest, 'license') ?? '' } }],
      },
    },
    components: bundled.map(component),
    dependencies: [{ ref, dependsOn: bundled.map(purl) }, ...bundled.map((one) => ({ ref: purl(one) }))],
  };
}

function component(one: Bundled) {
  const [, group, name = one.name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(one.name) ?? [];
  return {
    type: one.type,
    'bom-ref': purl(one),
    ...(group === undefined ? {} : { group }),
    name,
    version: one.version,
    licenses: [{ license: { id: one.licence } }],
    purl: purl(one),
    ...references(one, name),
    properties: one.bundles.map((bundle) => ({ name: 'osc-tools:bundle', value: bundle })),
  };
}

/** Returns the origin of a package, with its checksum from package-lock.json. */
function references(one: Bundled, name: string) {
  const [, digest] = /^sha512-([\w+/=]+)$/.exec(one.integrity ?? '') ?? [];
  const registry = {
    type: 'distribution',
    url: `https://registry.npmjs.org/${one.name}/-/${name}-${one.version}.tgz`,
    ...(digest === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
  const website = one.homepage === undefined ? [] : [{ type: 'website', url: one.homepage }];
  const all = [...(one.type === 'library' ? [registry] : []), ...website];
  return all.length === 0 ? {} : { externalReferences: all };
}

/** Returns the package URL for npm or GitHub, as in https://github.com/package-url/purl-spec. */
function purl({ type, name, version }: Bundled): string {
  if (type === 'data') return `pkg:github/${name}/${name}@v${version}`;
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Returns a UUID of version 8, whose content is arbitrary, based on a checksum. */
function uuidOf(sha256: string): string {
  const hex = `${sha256.slice(0, 12)}8${sha256.slice(13, 16)}8${sha256.slice(17, 32)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
