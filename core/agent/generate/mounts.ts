/**
 * Lists the mounts that the manifest defines for a container, with the possible source paths of each in the guest.
 * Source: kata-containers@7c6ba40c src/runtime/virtcontainers/kata_agent.go (handleLocalStorage,
 * handleEphemeralStorage), container.go (mountSharedDirMounts); domain/11-newer-releases.md (GHSA-fmg6-v47x-52wr:
 * sources must be checked).
 */
import * as l10n from '@vscode/l10n';
import {
  escapePattern,
  fieldAt,
  itemsOf,
  pathText,
  regoList,
  regoString,
  textOf,
  type MessageCollector,
  type PodField,
} from './podField.ts';

/** A mount of a container. */
export interface ExpectedMount {
  readonly destination: string;
  /** Patterns for the source, in addition to the folder of shared files. */
  readonly sources: readonly string[];
  readonly readOnly: boolean;
  /** Propagation options that the manifest doesn't request. */
  readonly forbidden: readonly string[];
  readonly field: PodField;
}

/** Folders of emptyDir volumes in the guest: in memory, on an encrypted disk, and in the folder of the sandbox. */
const emptyDirSources = [
  '^/run/kata-containers/sandbox/(?:ephemeral|storage)/',
  '^/run/kata-containers/shared/containers/(?:passthrough/)?[a-z0-9]+/(?:rootfs/)?local/',
];

/** Folders of volumes with a disk in the guest. */
const diskSources = ['^/run/kata-containers/sandbox/storage/', '^/var/lib/kubelet/pods/[^/]+/volumes/'];

const disks = ['persistentVolumeClaim', 'csi', 'ephemeral'];

const propagations: Readonly<Record<string, readonly string[]>> = {
  None: ['shared', 'rshared', 'slave', 'rslave'],
  HostToContainer: ['shared', 'rshared'],
  Bidirectional: [],
};

/** Returns the volume mounts of a container. */
export function readMounts(container: PodField, spec: PodField, messages: MessageCollector): readonly ExpectedMount[] {
  const volumes = new Map(itemsOf(fieldAt(spec, 'volumes')).map((volume) => [textOf(fieldAt(volume, 'name')), volume]));
  if (itemsOf(fieldAt(container, 'volumeDevices')).length > 0)
    messages.add(
      fieldAt(container, 'volumeDevices'),
      l10n.t`The policy doesn't check block devices: it allows every device in the container.`,
    );
  return itemsOf(fieldAt(container, 'volumeMounts')).flatMap((field) => {
    const path = textOf(fieldAt(field, 'mountPath'));
    if (path === undefined) return [];
    const volume = volumes.get(textOf(fieldAt(field, 'name')));
    const propagation = textOf(fieldAt(field, 'mountPropagation')) ?? 'None';
    return {
      destination: path.startsWith('/') ? path.replace(/(?<=.)\/$/, '') : `/${path}`,
      sources: volume === undefined ? [] : sourcesOf(volume),
      readOnly: fieldAt(field, 'readOnly').value === true,
      forbidden: Object.hasOwn(propagations, propagation) ? (propagations[propagation] ?? []) : [],
      field,
    };
  });
}

function sourcesOf(volume: PodField): readonly string[] {
  const has = (type: string) => {
    const { value } = fieldAt(volume, type);
    return typeof value === 'object' && value !== null;
  };
  if (has('emptyDir')) return emptyDirSources;
  if (disks.some(has)) return diskSources;
  const hostPath = textOf(fieldAt(volume, 'hostPath', 'path'));
  return hostPath === undefined ? [] : [`^${escapePattern(hostPath.replace(/(?<=.)\/$/, ''))}/?$`];
}

/** Returns whether the volumes of a container can have disks, which the runtime passes as devices. */
export function hasDisks(container: PodField, spec: PodField): boolean {
  const mounted = new Set(itemsOf(fieldAt(container, 'volumeMounts')).map((field) => textOf(fieldAt(field, 'name'))));
  return itemsOf(fieldAt(spec, 'volumes')).some(
    (volume) =>
      mounted.has(textOf(fieldAt(volume, 'name'))) && disks.some((type) => fieldAt(volume, type).value !== undefined),
  );
}

/** Renders the mounts as a Rego object, keyed by destination. */
export function renderMounts(mounts: readonly ExpectedMount[]): string {
  if (mounts.length === 0) return '{}';
  const lines = mounts.flatMap(({ destination, sources, readOnly, forbidden, field }) => {
    const facts = [
      `"sources": ${regoList(sources)}`,
      `"required": ${regoList(readOnly ? ['ro'] : [])}`,
      `"forbidden": ${regoList(forbidden)}`,
    ];
    return [`        # ${pathText(field)}\n`, `        ${regoString(destination)}: {${facts.join(', ')}},\n`];
  });
  return `{\n${lines.join('')}    }`;
}
