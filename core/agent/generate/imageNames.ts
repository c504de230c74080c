/**
 * Lists the names under which a container runtime requests an image. The runtime adds the default registry and tag, and
 * drops the tag if there is a digest. Source: distribution/reference normalize.go; cri-o/cri-o@f954a17e
 * internal/storage/image.go (parseImageNames), kata-containers@7c6ba40c src/runtime/virtcontainers/kata_agent.go
 * (handleImageGuestPullBlockVolume).
 */

/** Parts of an image name. */
interface ImageParts {
  /** Registry and repository. */
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** Names that are equivalent to the name of an image. */
export interface ImageNames {
  readonly names: readonly string[];
  /** False if the manifest doesn't specify the registry. The node then chooses one. */
  readonly hasRegistry: boolean;
  /** True if the name contains a digest. The content of the image then can't change. */
  readonly hasDigest: boolean;
}

/** Returns the names of an image, the name in the manifest first. */
export function listImageNames(image: string): ImageNames {
  const { repository, tag, digest } = splitImage(image);
  const first = repository.split('/')[0] ?? '';
  const hasRegistry = repository.includes('/') && (/[.:]/.test(first) || first === 'localhost');
  const full = hasRegistry
    ? repository
    : `docker.io/${repository.includes('/') ? repository : `library/${repository}`}`;
  const suffixes =
    digest === undefined
      ? [`:${tag ?? 'latest'}`]
      : [`@${digest}`, ...(tag === undefined ? [] : [`:${tag}@${digest}`])];
  const names = new Set([image, ...suffixes.map((suffix) => `${full}${suffix}`)]);
  return { names: [...names], hasRegistry, hasDigest: digest !== undefined };
}

function splitImage(image: string): ImageParts {
  const at = image.indexOf('@');
  const name = at === -1 ? image : image.slice(0, at);
  const colon = name.lastIndexOf(':');
  const hasTag = colon > name.lastIndexOf('/');
  return {
    repository: hasTag ? name.slice(0, colon) : name,
    tag: hasTag ? name.slice(colon + 1) : undefined,
    digest: at === -1 ? undefined : image.slice(at + 1),
  };
}
