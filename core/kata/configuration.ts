/** Finds the keys of Kata's configuration file, and describes how the two runtimes differ. */
import { annotationNamed } from '../annotations/index.ts';
import { agentPrefix, hypervisorPrefix, kataPrefix, runtimePrefix } from '../annotations/annotation.ts';
import type { Message } from '../text/message.ts';
import type { KataRuntimeName } from '../annotations/kataVersions.ts';
import type { KataConfigKey, KataConfigTable } from './configurationKey.ts';
import { hypervisorKeys } from './configurationKeys/hypervisorKeys.ts';
import { moreHypervisorKeys } from './configurationKeys/moreHypervisorKeys.ts';
import { rustKeys } from './configurationKeys/rustKeys.ts';
import { agentKeys, factoryKeys, runtimeKeys } from './configurationKeys/runtimeKeys.ts';

/** All known keys. A key is unique in its table. */
export const kataConfigKeys: readonly KataConfigKey[] = [
  ...hypervisorKeys,
  ...moreHypervisorKeys,
  ...agentKeys,
  ...runtimeKeys,
  ...factoryKeys,
  ...rustKeys,
];

const byName = new Map(kataConfigKeys.map((key) => [`${key.table} ${key.name}`, key]));

/**
 * Other names under which runtime-rs reads a key. Source: kata-containers/kata-containers@7c6ba40c
 * src/libs/kata-types/src/config/agent.rs, hypervisor/mod.rs (`alias`).
 */
const aliases: Readonly<Record<string, string>> = {
  'memAgent enable': 'memAgent mem_agent_enable',
  'hypervisor dbg_monitor_socket': 'hypervisor extra_monitor_socket',
};

/** Returns the key with a name in a table. */
export function findKataConfigKey(table: KataConfigTable, name: string): KataConfigKey | undefined {
  const id = `${table} ${name}`;
  return byName.get(id) ?? (Object.hasOwn(aliases, id) ? byName.get(aliases[id] ?? '') : undefined);
}

/** Returns the keys of a table that one of these runtimes reads. */
export function listKataConfigKeys(
  table: KataConfigTable,
  runtimes: readonly KataRuntimeName[],
): readonly KataConfigKey[] {
  return kataConfigKeys.filter((key) => key.table === table && runtimes.some((runtime) => key[runtime] !== undefined));
}

/** Returns whether runtime-rs rejects unknown keys in a table. It then rejects the whole file. */
export function rejectsUnknownKeys(table: KataConfigTable): boolean {
  return table === 'agent' || table === 'memAgent' || table === 'hypervisorFactory';
}

const annotationPrefixes: Readonly<Partial<Record<KataConfigTable, string>>> = {
  hypervisor: hypervisorPrefix,
  agent: agentPrefix,
  runtime: runtimePrefix,
};

/** Returns the complete key of the annotation that overrides a key. */
export function annotationOf({ table, name, annotation }: KataConfigKey): string | undefined {
  const prefix = annotationPrefixes[table];
  if (annotation === undefined || prefix === undefined) return undefined;
  // Only runtime-rs reads this one with the usual prefix.
  return name === 'enable_vcpus_pinning' ? `${kataPrefix}${annotation}` : `${prefix}${annotation}`;
}

/** Returns the meaning of a key: its own, or that of its annotation. */
export function summaryOf(key: KataConfigKey): Message | undefined {
  const annotation = annotationOf(key);
  return key.summary ?? (annotation === undefined ? undefined : annotationNamed(annotation)?.summary);
}

/** How runtime-rs replaces a key of the Go runtime. */
export interface KataConfigReplacement {
  readonly table: KataConfigTable;
  readonly name: string;
  /** `renamed` if the value stays the same in the same table, so that a fix can rename the key. */
  readonly change: 'renamed' | 'moved' | 'unit' | 'type' | 'form';
}

/** Source: kata-containers/kata-containers@7c6ba40c docs/migrating-config-go-runtime-to-runtime-rs.md. */
const replacements: Readonly<Record<string, KataConfigReplacement>> = {
  'hypervisor seccompsandbox': { table: 'hypervisor', name: 'seccomp_sandbox', change: 'renamed' },
  'hypervisor hypervisor_loglevel': { table: 'hypervisor', name: 'log_level', change: 'type' },
  'hypervisor remote_hypervisor_socket': { table: 'hypervisor', name: 'hypervisor_socket', change: 'renamed' },
  'hypervisor remote_hypervisor_timeout': { table: 'hypervisor', name: 'hypervisor_timeout', change: 'renamed' },
  'runtime guest_selinux_label': { table: 'hypervisor', name: 'selinux_label', change: 'moved' },
  'runtime create_container_timeout': { table: 'agent', name: 'create_container_timeout', change: 'moved' },
  'runtime experimental_force_guest_pull': { table: 'runtime', name: 'experimental', change: 'form' },
  'agent dial_timeout': { table: 'agent', name: 'dial_timeout_ms', change: 'unit' },
  'agent cdh_api_timeout': { table: 'agent', name: 'cdh_api_timeout_ms', change: 'unit' },
  'factory enable_template': { table: 'hypervisorFactory', name: 'enable_template', change: 'moved' },
  'factory template_path': { table: 'hypervisorFactory', name: 'template_path', change: 'moved' },
};

/** Returns the key that runtime-rs reads instead of a key of the Go runtime. */
export function findReplacement({ table, name }: KataConfigKey): KataConfigReplacement | undefined {
  return replacements[`${table} ${name}`];
}

/** Values of `block_device_driver` that only the Go runtime accepts, with those of runtime-rs for QEMU on x86_64. */
export const rustBlockDrivers: Readonly<Record<string, string>> = {
  'virtio-blk': 'virtio-blk-pci',
  nvdimm: 'virtio-pmem',
};
