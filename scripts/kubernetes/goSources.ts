/**
 * Reads the Go packages of the Kubernetes and OpenShift APIs from local clones, at the versions that the tables cover.
 */
import { execFileSync } from 'node:child_process';
import type { GoPackage } from './goTypes.ts';
import { readGoTypes } from './goTypes.ts';

/** The Kubernetes minor versions of the tables, with the OpenShift minor version that contains each. */
export const coveredVersions = [
  { kubernetes: '1.27', openShift: '4.14' },
  { kubernetes: '1.28', openShift: '4.15' },
  { kubernetes: '1.29', openShift: '4.16' },
  { kubernetes: '1.30', openShift: '4.17' },
  { kubernetes: '1.31', openShift: '4.18' },
  { kubernetes: '1.32', openShift: '4.19' },
  { kubernetes: '1.33', openShift: '4.20' },
  { kubernetes: '1.34', openShift: '4.21' },
  { kubernetes: '1.35', openShift: '4.22' },
  { kubernetes: '1.36', openShift: '4.23' },
] as const;

/** One of the versions that the tables cover. */
export type CoveredVersion = (typeof coveredVersions)[number];

/** A Go package with the packages that it imports. */
export interface ImportedPackage extends GoPackage {
  /** The import path of each name, such as `metav1` → `k8s.io/apimachinery/pkg/apis/meta/v1`. */
  readonly imports: ReadonlyMap<string, string>;
  /** The commit and the path that were read, such as `kubernetes/api@545bb975 core/v1/types.go`. */
  readonly source: string;
}

/** The clones that the packages are read from, as paths of git directories. */
export interface Clones {
  readonly kubernetesApi: string;
  readonly kubernetesApimachinery: string;
  readonly apiextensionsApiserver: string;
  readonly kubeAggregator: string;
  readonly openShiftApi: string;
}

const importLine = /^\s*(?:import\s+)?(?:(\w+)\s+)?"([\w./-]+)"$/;

/**
 * Reads a package at a version.
 * @param importPath for example `k8s.io/api/core/v1`
 * @returns undefined if the package doesn't exist at the version
 */
export function readPackage(clones: Clones, importPath: string, version: CoveredVersion): ImportedPackage | undefined {
  const place = placeOf(clones, importPath, version);
  if (place === undefined) return undefined;
  const commit = git(place.clone, ['rev-parse', '--short=8', `${place.revision}^{commit}`])?.trim();
  const text = git(place.clone, ['show', `${place.revision}:${place.path}`]);
  if (commit === undefined || text === undefined) return undefined;
  const head = text.slice(0, text.indexOf('\ntype '));
  const imports = new Map(
    head.split('\n').flatMap((line): [string, string][] => {
      const [, name, path] = importLine.exec(line) ?? [];
      return path === undefined ? [] : [[name ?? path.split('/').at(-1) ?? path, path]];
    }),
  );
  return { ...readGoTypes(text), imports, source: `${place.repository}@${commit} ${place.path}` };
}

/** The repositories, by the start of their import paths. Kubernetes has a tag, and OpenShift a branch, per version. */
const repositories = [
  { prefix: 'k8s.io/api/', repository: 'kubernetes/api', clone: 'kubernetesApi', hasTags: true },
  {
    prefix: 'k8s.io/apimachinery/',
    repository: 'kubernetes/apimachinery',
    clone: 'kubernetesApimachinery',
    hasTags: true,
  },
  {
    prefix: 'k8s.io/apiextensions-apiserver/',
    repository: 'kubernetes/apiextensions-apiserver',
    clone: 'apiextensionsApiserver',
    hasTags: true,
  },
  {
    prefix: 'k8s.io/kube-aggregator/',
    repository: 'kubernetes/kube-aggregator',
    clone: 'kubeAggregator',
    hasTags: true,
  },
  { prefix: 'github.com/openshift/api/', repository: 'openshift/api', clone: 'openShiftApi', hasTags: false },
] as const;

function placeOf(
  clones: Clones,
  importPath: string,
  { kubernetes, openShift }: CoveredVersion,
):
  | { readonly clone: string; readonly repository: string; readonly revision: string; readonly path: string }
  | undefined {
  const found = repositories.find(({ prefix }) => importPath.startsWith(prefix));
  if (found === undefined) return undefined;
  return {
    clone: clones[found.clone],
    repository: found.repository,
    revision: found.hasTags ? `v0.${kubernetes.split('.')[1]}.0` : `release-${openShift}`,
    path: `${importPath.slice(found.prefix.length)}/types.go`,
  };
}

function git(clone: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', clone, ...args], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
