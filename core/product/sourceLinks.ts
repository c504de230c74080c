/**
 * Finds the address of a source of a fact: a section of the published documentation, a specification, a file of
 * upstream code at its commit, or an issue. test/unit/core/product/addresses.json lists all addresses.
 */
import { ruleSections } from './docPages.ts';
import type { DocSection } from './docSection.ts';
import * as sections from './docSections.ts';

/** The kinds of sources, the most helpful for a reader first. */
const sourceKinds = ['product', 'specification', 'code', 'issue'] as const;

/** A source with its address. */
export interface SourceLink extends DocSection {
  readonly kind: (typeof sourceKinds)[number];
}

/** All sections by release and number, such as `1.12 3.2`. */
const byNumber: ReadonlyMap<string, DocSection> = new Map(
  [...ruleSections, ...Object.values<unknown>(sections)].flatMap((section) => {
    if (!isSection(section)) return [];
    const number = /^OSC (\d+\.\d+), ([\d.]+) /.exec(section.title);
    return number === null ? [] : [[`${number[1]} ${number[2]}`, section]];
  }),
);

function isSection(value: unknown): value is DocSection {
  return typeof value === 'object' && value !== null && 'title' in value && 'url' in value;
}

const kubernetesApi = 'https://kubernetes.io/docs/reference/kubernetes-api';

/** Addresses of specifications by the beginning of the source. A longer beginning precedes a shorter one. */
const specifications: readonly (readonly [beginning: string, url: string])[] = [
  ['Kubernetes API reference, ConfigMap', `${kubernetesApi}/config-and-storage-resources/config-map-v1/`],
  ['Kubernetes API reference, Secret', `${kubernetesApi}/config-and-storage-resources/secret-v1/`],
  ['Kubernetes API, ConfigMap', `${kubernetesApi}/config-and-storage-resources/config-map-v1/`],
  ['Kubernetes API, ObjectMeta', `${kubernetesApi}/common-definitions/object-meta/`],
  ['Kubernetes API, PodTemplateSpec', `${kubernetesApi}/workload-resources/pod-template-v1/`],
  ['Kubernetes API, Pod', `${kubernetesApi}/workload-resources/pod-v1/`],
  ['Kubernetes API, RuntimeClass', `${kubernetesApi}/cluster-resources/runtime-class-v1/`],
  [
    'Kubernetes API conventions, Metadata',
    'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  ],
  ['YAML 1.2.2', 'https://yaml.org/spec/1.2.2/'],
  ['TOML 1.0.0, String', 'https://toml.io/en/v1.0.0#string'],
  ['Go encoding/base64', 'https://pkg.go.dev/encoding/base64'],
  ['prometheus docs/querying/functions.md', 'https://prometheus.io/docs/prometheus/latest/querying/functions/'],
  ['volcengine.com/docs/6499/1147492', 'https://www.volcengine.com/docs/6499/1147492'],
];

/**
 * Returns the link for one source. Returns undefined if its address isn't known.
 * @param source text such as `OSC 1.12 §3.2`, `OSC 1.5, 2.3.2 (a remark)`, or `owner/repository@commit path:12-15`
 */
export function findSourceLink(source: string): SourceLink | undefined {
  const section = sectionOf(source);
  if (section !== undefined) return { ...section, kind: 'product' };
  const specification = specifications.find(([beginning]) => source.startsWith(beginning));
  if (specification !== undefined) return { title: source, url: specification[1], kind: 'specification' };
  const code = codeUrl(source);
  if (code !== undefined) return { title: source, url: code, kind: 'code' };
  const issue = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(source);
  if (issue === null) return undefined;
  return { title: source, url: `https://github.com/${issue[1]}/issues/${issue[2]}`, kind: 'issue' };
}

function sectionOf(source: string): DocSection | undefined {
  const match = /^OSC (\d+\.\d+)(?: for AWS)?(?: §|, (?:chapter )?)([\d.]*\d)/.exec(source);
  return match === null ? undefined : byNumber.get(`${match[1]} ${match[2]}`);
}

/** Returns the address of a file or folder at its commit. GitHub accepts abbreviated commit IDs. */
function codeUrl(source: string): string | undefined {
  const match = /^([\w.-]+\/[\w.-]+)@([0-9a-f]{7,40}) (\w[^\s:,]*)(?::(\d+)(?:-(\d+))?)?/.exec(source);
  if (match === null) return undefined;
  const [, repository, commit, path = '', first, last] = match;
  const isFile = /\.\w+$/.test(path);
  const lines = first === undefined ? '' : `#L${first}${last === undefined ? '' : `-L${last}`}`;
  return `https://github.com/${repository}/${isFile ? 'blob' : 'tree'}/${commit}/${path}${lines}`;
}

/**
 * Formats a source as Markdown, with a link if its address is known. A section of the product documentation appears
 * with its title, unless the source contains a remark.
 */
export function renderSource(source: string): string {
  const link = findSourceLink(source);
  if (link === undefined) return source;
  return `[${link.kind === 'product' && !source.includes('(') ? link.title : source}](${link.url})`;
}

/** Splits sources that are joined with `; `. */
export function splitSources(sources: readonly string[]): readonly string[] {
  return sources.flatMap((source) => source.split('; '));
}

/** Returns the most helpful link of several sources: the product documentation, if they name it. */
export function findBestLink(sources: readonly string[]): SourceLink | undefined {
  const links = splitSources(sources).flatMap((source) => findSourceLink(source) ?? []);
  return links.toSorted((one, other) => sourceKinds.indexOf(one.kind) - sourceKinds.indexOf(other.kind))[0];
}
